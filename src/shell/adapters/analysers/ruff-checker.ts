import type { RuffRules, RuleHit } from '../../../core/languages/parts/assessor.ts';

type Check = (text: string) => readonly RuleHit[];
type Diagnostic = {
  readonly code: string | null;
  readonly message: string;
  readonly start_location: { readonly row: number };
};

/** Code that an older version refuses is still Python. */
const NEWEST_PYTHON = 'py314';

/** ruff's import warnings are a preview feature: they have a name and no number. */
const IMPORT_RULES: ReadonlyMap<string, string> = new Map(
  [
    ['telnetlib', 401],
    ['ftplib', 402],
    ['pickle', 403],
    ['subprocess', 404],
    ['xml-etree', 405],
    ['xml-sax', 406],
    ['xml-expat', 407],
    ['xml-minidom', 408],
    ['xml-pulldom', 409],
    ['xmlrpc', 411],
    ['httpoxy', 412],
    ['pycrypto', 413],
    ['pyghmi', 415],
  ].map(([name, number]) => [`suspicious-${name}-import`, `S${number}`]),
);

const checkers = new Map<string, Promise<Check>>();
/** Every set of options is a separate workspace in memory. */
const MOST_CHECKERS = 20;

const isList = (rules: RuffRules): rules is readonly string[] => Array.isArray(rules);

const load = async (rules: RuffRules): Promise<Check> => {
  const { Workspace, PositionEncoding } = await import('@astral-sh/ruff-wasm-nodejs');
  const open = (options: object) =>
    new Workspace({ 'target-version': NEWEST_PYTHON, ...options }, PositionEncoding.Utf16);
  const workspaces = [open(isList(rules) ? { lint: { select: [...rules] } } : rules)];
  if (isList(rules) && rules.includes('S'))
    workspaces.push(open({ lint: { preview: true, select: [...IMPORT_RULES.values()] } }));
  return (text) =>
    workspaces
      .flatMap((workspace) => workspace.check(text) as readonly Diagnostic[])
      .map(({ code, message, start_location: { row } }) => ({
        rule: IMPORT_RULES.get(code ?? '') ?? code ?? 'invalid-syntax',
        line: row,
        message,
      }));
};

/** Ruff as WebAssembly, with these rules, or options as in ruff.toml; `S` is all of bandit's. */
export const ruffChecker = (rules: RuffRules): Promise<Check> => {
  const key = JSON.stringify(rules);
  const known = checkers.get(key) ?? load(rules);
  if (checkers.size >= MOST_CHECKERS) checkers.clear();
  checkers.set(key, known);
  return known;
};
