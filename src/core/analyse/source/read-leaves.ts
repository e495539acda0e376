import type { SyntaxCursor } from './syntax-cursor.ts';

const MAX_LEAVES = 4_000;
const MAX_LENGTH = 500;

/** The leaves of the current node; the cursor is back at it afterwards. */
export const readLeaves = (cursor: SyntaxCursor, text: string, isSkipped: Uint8Array): readonly string[] => {
  const leaves: string[] = [];
  let depth = 0;
  for (;;) {
    const skipped = isSkipped[cursor.kind()] === 1 || leaves.length >= MAX_LEAVES;
    if (!skipped && cursor.down()) {
      depth += 1;
      continue;
    }
    if (!skipped)
      leaves.push(text.slice(cursor.start(), Math.min(cursor.end(), cursor.start() + MAX_LENGTH)));
    while (depth > 0 && !cursor.next()) {
      cursor.up();
      depth -= 1;
    }
    if (depth === 0) return leaves;
  }
};
