import { parse, TomlError } from 'smol-toml';
import { HydraConfig } from '../../../core/domain/policy/hydra-config.ts';
import { lineOfTomlKey, scanTomlKeys, type TomlKey } from '../../../core/text/toml-keys.ts';
import { UserError } from '../../errors/user-error.ts';
import { type ConfigProblem, explainIssue } from './config-problem.ts';

const MAX_LENGTH = 1024 * 1024;
const MAX_PROBLEMS = 50;
const HINT = 'Correct the line; `hydra init` writes a commented hydra.toml with every key.';

/** `hydra.toml` → configuration, or one error that lists everything wrong in it, each with its line. */
export const parseHydraToml = (text: string, fileName: string): HydraConfig => {
  if (text.length > MAX_LENGTH) throw new UserError('config', `${fileName}: larger than 1 MB`, HINT);
  const document = parseToml(text, fileName);
  const keys = scanTomlKeys(text);
  const result = HydraConfig.safeParse(document);
  const problems = [
    ...prototypeKeys(keys),
    ...(result.success ? [] : result.error.issues.flatMap((issue) => explainIssue(issue, document))),
  ];
  if (problems.length === 0 && result.success) return result.data;
  throw new UserError('config', listProblems(problems, keys, fileName), HINT);
};

const parseToml = (text: string, fileName: string): unknown => {
  try {
    return parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const sentence = (error.message.split('\n', 1)[0] ?? '').replace(/^Invalid TOML document:\s*/, '');
    throw new UserError('config', `${fileName}:${error.line}: not TOML: ${sentence}`, HINT);
  }
};

/** JavaScript would lose a key of this name without a word. */
const prototypeKeys = (keys: readonly TomlKey[]): ConfigProblem[] =>
  keys
    .filter(({ path }) => path.at(-1) === '__proto__')
    .map(({ path }) => ({ path, sentence: () => `unknown key ${path.join('.')}` }));

const listProblems = (
  problems: readonly ConfigProblem[],
  keys: readonly TomlKey[],
  fileName: string,
): string => {
  const placed = problems
    .slice(0, MAX_PROBLEMS)
    .map(({ path, sentence }) => ({ line: lineOfTomlKey(keys, path), sentence: sentence() }))
    .sort((a, b) => a.line - b.line);
  const lines = new Set(placed.map(({ line, sentence }) => `${fileName}:${line}: ${sentence}`));
  const more = problems.length - MAX_PROBLEMS;
  return [...lines, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n');
};
