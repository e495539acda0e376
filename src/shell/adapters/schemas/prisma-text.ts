/** One line of a block, joined with the lines that its open brackets continue on. */
export type PrismaLine = { readonly text: string; readonly line: number };

export type PrismaBlock = {
  readonly kind: string;
  readonly name: string;
  readonly line: number;
  readonly lines: readonly PrismaLine[];
};

export type PrismaText = { readonly blocks: readonly PrismaBlock[]; readonly faults: readonly string[] };

const HEADER = /^(model|view|type|enum|datasource|generator)\s+([A-Za-z]\w*)\s*\{(\s*\})?$/;
const MOST_FAULTS = 100;

/** Without its comment; a string may contain two slashes. Null if a string never ends. */
const withoutComment = (line: string): string | null => {
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    if (quoted && line[at] === '\\') at += 1;
    else if (line[at] === '"') quoted = !quoted;
    else if (!quoted && line.startsWith('//', at)) return line.slice(0, at).trim();
  }
  return quoted ? null : line.trim();
};

/** Blanks out comments that begin a line and continue to a closing mark. */
const withoutBlockComments = (lines: readonly string[]): readonly string[] => {
  let inside = false;
  return lines.map((line) => {
    inside ||= line.trimStart().startsWith('/*');
    if (!inside) return line;
    const end = line.indexOf('*/');
    inside = end < 0;
    return inside ? '' : line.slice(end + 2);
  });
};

/** Open minus closed brackets, outside strings. */
const openBrackets = (text: string): number => {
  let depth = 0;
  for (const piece of text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')) {
    if (piece === '(' || piece === '[') depth += 1;
    else if (piece === ')' || piece === ']') depth -= 1;
  }
  return depth;
};

/** Blocks and their lines, as far as every version of Prisma agrees on them. */
export const readPrisma = (text: string): PrismaText => {
  const [blocks, faults]: [PrismaBlock[], string[]] = [[], []];
  let current: { kind: string; name: string; line: number; lines: PrismaLine[] } | null = null;
  let carried: { text: string; line: number; depth: number } | null = null;
  const lines = withoutBlockComments(text.split('\n'));
  for (const [at, raw] of lines.entries()) {
    if (faults.length >= MOST_FAULTS) break;
    const [line, bare] = [at + 1, withoutComment(raw)];
    if (bare === null) faults.push(`a string never ends (line ${line})`);
    if (bare === null || bare === '') continue;
    const header = carried === null ? HEADER.exec(bare) : null;
    if (header !== null) {
      if (current !== null)
        faults.push(`${current.kind} ${current.name} is never closed (line ${current.line})`);
      const [, kind = '', name = '', closed] = header;
      const block = { kind, name, line, lines: [] };
      blocks.push(block);
      current = closed === undefined ? block : null;
    } else if (current === null) faults.push(`"${bare.slice(0, 40)}" is not in a block (line ${line})`);
    else if (bare === '}' && carried === null) current = null;
    else {
      const depth: number = (carried?.depth ?? 0) + openBrackets(bare);
      const whole: string = carried === null ? bare : `${carried.text} ${bare}`;
      const first: number = carried?.line ?? line;
      if (depth > 0) carried = { text: whole, line: first, depth };
      else {
        if (depth < 0) faults.push(`a bracket closes nothing (line ${line})`);
        current.lines.push({ text: whole, line: first });
        carried = null;
      }
    }
  }
  if (carried !== null) faults.push(`a bracket is never closed (line ${carried.line})`);
  else if (current !== null)
    faults.push(`${current.kind} ${current.name} is never closed (line ${current.line})`);
  return { blocks, faults };
};
