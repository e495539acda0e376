import { useEffect, useState } from 'react';
import type { Token } from './highlight.ts';
import type { PatchLine, PatchRow } from './parse-patch.ts';

export type TokensOf = ReadonlyMap<PatchLine, readonly Token[]>;
const NONE: TokensOf = new Map();

type Side = readonly PatchLine[];

/** Each hunk before and after; unchanged lines are read as part of the new side. */
const sidesOf = (rows: readonly PatchRow[]): readonly Side[] => {
  const sides: PatchLine[][] = [];
  let [before, after]: [PatchLine[], PatchLine[]] = [[], []];
  for (const row of rows) {
    if (row.kind === 'hunk') {
      [before, after] = [[], []];
      sides.push(before, after);
    } else if (row.kind === 'line') {
      if (row.line.mark !== '+') before.push(row.line);
      if (row.line.mark !== '-') after.push(row.line);
    }
  }
  return sides.filter((side) => side.length > 0);
};

/** The tokens of each line once the file's grammar is loaded; until then, and for other files, text is plain. */
export const useTokens = (path: string, rows: readonly PatchRow[]): TokensOf => {
  const [tokens, setTokens] = useState(NONE);
  useEffect(() => {
    let wanted = true;
    const read = async (): Promise<void> => {
      const { grammarOf, tokensOf } = await import('./highlight.ts');
      const parser = await grammarOf(path);
      if (parser === null || !wanted) return;
      const found = new Map<PatchLine, readonly Token[]>();
      for (const side of sidesOf(rows))
        for (const [at, one] of tokensOf(
          parser,
          side.map(({ text }) => text),
        ).entries()) {
          const line = side[at];
          if (line !== undefined) found.set(line, one);
        }
      setTokens(found);
    };
    setTokens(NONE);
    // A page without colours is still a page.
    read().catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [path, rows]);
  return tokens;
};
