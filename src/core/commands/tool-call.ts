import { baseName } from '../domain/source/path-parts.ts';
import type { Segment, Word } from './command-line.ts';

/** A call of a known tool inside one segment: everything before `at` stays as it is written. */
export type CommandWords = {
  readonly tool: string;
  /** Index of the word that names the tool. */
  readonly at: number;
};

const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;
const EXEC = new Set(['exec', 'x', 'dlx', 'run', 'run-script']);
/** Programs that start another one after their own flags, in any language. */
const COMMON_LAUNCHERS = 'time nice timeout stdbuf xvfb-run dotenv dotenvx'.split(' ');
const INTERPRETERS = new Set(['node', 'tsx', 'ts-node', 'bun']);
const PYTHON = /^python(3(\.\d+)?)?$/;
const PYTHON_FLAGS_WITH_VALUE = new Set(['-W', '-X']);
const NODE_FLAGS_WITH_VALUE = new Set(
  '--import -r --require --loader --experimental-loader --env-file -C --conditions --title'.split(' '),
);

/** `node_modules/jest/bin/jest.js`, `./node_modules/.bin/_mocha`, `jest` → the tool's name. */
const toolNamed = (text: string, known: ReadonlySet<string>): string | null => {
  const inPackage = /node_modules\/(?:@[^/]+\/)?([^/.@][^/]*)\//.exec(text)?.[1];
  const whole = baseName(text);
  const file = whole.replace(/^_/, '').replace(/\.[cm]?js$/, '');
  return [inPackage, file, whole].find((name) => name !== undefined && known.has(name)) ?? null;
};

const isFlag = (word: Word | undefined): boolean => word?.text.startsWith('-') ?? false;

/** Finds the tool that a segment calls in the end, behind `cross-env A=b`, `npx`, `nyc`, `poetry run` and the like. */
export const findToolCall = (
  words: Segment,
  known: ReadonlySet<string>,
  moreLaunchers: readonly string[] = [],
): CommandWords | null => {
  const launchers = new Set([...COMMON_LAUNCHERS, ...moreLaunchers]);
  let at = 0;
  while (at < words.length) {
    const text = words[at]!.text;
    const name = baseName(text);
    const tool = toolNamed(text, known);
    if (ASSIGNMENT.test(text) || name === 'env' || name === 'cross-env') at += 1;
    else if ((name === 'sh' || name === 'bash') && !isFlag(words[at + 1])) at += 1;
    else if (INTERPRETERS.has(name)) return interpreterCall(words, at, known);
    else if (PYTHON.test(name) && launchers.has(moduleAt(words, at)?.module ?? ''))
      at = moduleAt(words, at)!.at;
    else if (PYTHON.test(name)) return moduleCall(words, at, known) ?? scriptCall(words, at, known);
    else if (tool !== null) return { tool, at };
    else if (['npm', 'pnpm', 'yarn'].includes(name)) at = afterManager(words, at);
    else if (launchers.has(name)) at = afterLauncher(words, at, known, launchers);
    else return null;
  }
  return null;
};

/** `npm run x` is a script, never a program, and `npm exec x` would swallow the flags put behind it. */
const afterManager = (words: Segment, at: number): number => {
  if (baseName(words[at]!.text) === 'npm' && words[at + 2]?.text !== '--') return words.length;
  let next = EXEC.has(words[at + 1]?.text ?? '') ? at + 2 : at + 1;
  if (words[next]?.text === '--') next += 1;
  return isFlag(words[next]) ? words.length : next;
};

/** A launcher's flags may take values: the next word that names something known is the program. */
const afterLauncher = (
  words: Segment,
  at: number,
  known: ReadonlySet<string>,
  launchers: ReadonlySet<string>,
): number => {
  for (let next = at + 1; next < words.length; next += 1) {
    const { text } = words[next]!;
    if (text === '-m') return moduleCall(words, next - 1, known) === null ? words.length : next + 1;
    const name = baseName(text);
    const starts = launchers.has(name) || INTERPRETERS.has(name) || PYTHON.test(name) || name === 'cross-env';
    if (starts || (!isFlag(words[next]) && toolNamed(text, known) !== null)) return next;
  }
  return words.length;
};

/** `python -W error -m pytest`: the module, and its place. */
const moduleAt = (words: Segment, at: number): { readonly module: string; readonly at: number } | null => {
  const flag = words.findIndex((word, index) => index > at && word.text === '-m');
  const module = flag < 0 ? undefined : words[flag + 1]?.text;
  if (module === undefined || words.slice(at + 1, flag).some((word) => !isFlag(word))) return null;
  return { module, at: flag + 1 };
};

const moduleCall = (words: Segment, at: number, known: ReadonlySet<string>): CommandWords | null => {
  const found = moduleAt(words, at);
  return found !== null && known.has(found.module) ? { tool: found.module, at: found.at } : null;
};

/** `python3 -W error tests/runtests.py` runs the project's own script. */
const scriptCall = (words: Segment, at: number, known: ReadonlySet<string>): CommandWords | null => {
  let next = at + 1;
  while (isFlag(words[next])) next += PYTHON_FLAGS_WITH_VALUE.has(words[next]!.text) ? 2 : 1;
  const script = words[next]?.text ?? '';
  const tool = script.endsWith('.py') ? toolNamed(script, known) : null;
  return tool === null ? null : { tool, at: next };
};

/** `node --flags node_modules/.bin/jest` is jest; `node --test` is a runner of its own, and so is `bun test`. */
const interpreterCall = (words: Segment, at: number, known: ReadonlySet<string>): CommandWords | null => {
  const name = baseName(words[at]!.text);
  let next = at + 1;
  while (isFlag(words[next])) {
    if (words[next]!.text === '--test') return { tool: 'node:test', at };
    next += NODE_FLAGS_WITH_VALUE.has(words[next]!.text) ? 2 : 1;
  }
  if (name === 'bun' && words[next]?.text === 'test') return { tool: 'bun:test', at: next };
  if (name === 'bun' && EXEC.has(words[next]?.text ?? '')) next += 1;
  const program = words[next]?.text ?? '';
  const tool = name === 'bun' || program.includes('node_modules/') ? toolNamed(program, known) : null;
  return tool === null ? null : { tool, at: next };
};
