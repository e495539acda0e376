const MAX_DEPTH = 64;
const INDENT = 4;

/** A line of TAP with its depth of subtests; null: not TAP. */
export type TapLine =
  | { readonly type: 'version' }
  | { readonly type: 'plan'; readonly depth: number; readonly count: number }
  | { readonly type: 'bail'; readonly reason: string }
  | { readonly type: 'comment'; readonly depth: number; readonly text: string }
  | { readonly type: 'close'; readonly depth: number }
  | TapPoint;
export type TapPoint = {
  readonly type: 'point';
  readonly depth: number;
  readonly ok: boolean;
  readonly name: string;
  readonly directive: 'skip' | 'todo' | null;
  readonly opensBlock: boolean;
};

const VERSION = /^TAP version \d+\s*$/;
const PLAN = /^1\.\.(\d{1,9})(?:\s|$)/;
const POINT = /^(ok|not ok)(?:\s+(\d{1,9}))?(?:\s+(?:-\s*)?([^]*))?$/;
const DIRECTIVE = /(?:^|\s)#\s*(skip|todo)\S*(?:\s|$)/i;

export const readTapLine = (line: string): TapLine | null => {
  const text = line.trimStart();
  const indent = line.length - text.length;
  if (indent > INDENT * MAX_DEPTH) return null;
  if (text.startsWith('Bail out!')) return { type: 'bail', reason: text.slice('Bail out!'.length).trim() };
  if (indent % INDENT !== 0) return null;
  const depth = indent / INDENT;
  if (VERSION.test(text)) return depth === 0 ? { type: 'version' } : null;
  const plan = PLAN.exec(text);
  if (plan) return { type: 'plan', depth, count: Number(plan[1]) };
  if (text.startsWith('# ')) return { type: 'comment', depth, text: text.slice(2).trim() };
  if (text.trimEnd() === '}') return { type: 'close', depth };
  return readPoint(text, depth);
};

const readPoint = (text: string, depth: number): TapPoint | null => {
  const point = POINT.exec(text.trimEnd());
  if (!point) return null;
  const described = point[3] ?? '';
  const opensBlock = described.endsWith('{');
  const rest = opensBlock ? described.slice(0, -1) : described;
  // An escaped hash belongs to the name.
  const visible = rest.replaceAll('\\#', '\u0000\u0000');
  const directive = DIRECTIVE.exec(visible);
  const name = unescape(rest.slice(0, directive?.index ?? rest.length));
  return { type: 'point', depth, ok: point[1] === 'ok', name, directive: directiveOf(directive), opensBlock };
};

const directiveOf = (found: RegExpExecArray | null): 'skip' | 'todo' | null => {
  if (found === null) return null;
  return found[1]?.toLowerCase() === 'skip' ? 'skip' : 'todo';
};

/** Node and tap append the time to a subtest's name as a comment; it is not part of the name. */
const TIME = /^# time=[\d.]+m?s\s*$/;

const withoutTime = (name: string): string => {
  const at = name.lastIndexOf('# time=');
  return at > 0 && TIME.test(name.slice(at)) ? name.slice(0, at) : name;
};

const unescape = (name: string): string =>
  withoutTime(name).replaceAll('\\#', '#').replaceAll('\\\\', '\\').trim();
