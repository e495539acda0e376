import type { RuleHit } from '../../ports/assessment.ts';

type Check = (text: string) => readonly RuleHit[];

type Diagnostic = {
  readonly code: string | null;
  readonly message: string;
  readonly start_location: { readonly row: number };
};

/** What an older one refuses is still Python. */
const NEWEST_PYTHON = 'py314';
const checkers = new Map<string, Promise<Check>>();

const load = async (rules: readonly string[]): Promise<Check> => {
  const { Workspace, PositionEncoding } = await import('@astral-sh/ruff-wasm-nodejs');
  const options = { 'target-version': NEWEST_PYTHON, lint: { select: [...rules] } };
  const workspace = new Workspace(options, PositionEncoding.Utf16);
  return (text) =>
    (workspace.check(text) as readonly Diagnostic[]).map(({ code, message, start_location: { row } }) => ({
      rule: code ?? 'invalid-syntax',
      line: row,
      message,
    }));
};

/** Ruff as WebAssembly, with these rules and no configuration. */
export const ruffChecker = (rules: readonly string[]): Promise<Check> => {
  const key = rules.join(' ');
  const known = checkers.get(key) ?? load(rules);
  checkers.set(key, known);
  return known;
};
