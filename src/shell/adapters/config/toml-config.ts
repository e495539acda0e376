import { parse, TomlError } from 'smol-toml';
import { HydraConfig } from '../../../core/domain/policy/hydra-config.ts';
import { UserError } from '../../errors/user-error.ts';
import { type ConfigProblem, explainIssue } from './config-problem.ts';
import type { LineOfKey } from './toml-lines.ts';

const MAX_LENGTH = 1024 * 1024;
const MAX_PROBLEMS = 50;
/** No schema is deeper; anything deeper is below an unknown key. */
const MAX_DEPTH = 24;
const HINT = 'Correct the line; `hydra init` writes a commented hydra.toml with every key.';

type ReadConfig =
  | { readonly ok: true; readonly config: HydraConfig }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/** `hydra.toml` → configuration, or one error that lists everything wrong in it, each with its line. */
export const parseHydraToml = async (text: string, fileName: string): Promise<HydraConfig> => {
  const read = readHydraToml(text, fileName);
  if (read.ok) return read.config;
  const { readTomlLines } = await import('./toml-lines.ts');
  const lineOf = readTomlLines(withoutByteOrderMark(text));
  throw new UserError('config', listProblems(read.problems, lineOf, fileName), HINT);
};

/** Throws only for a text that is too long or not TOML. */
export const readHydraToml = (text: string, fileName: string): ReadConfig => {
  if (text.length > MAX_LENGTH) throw new UserError('config', `${fileName}: larger than 1 MB`, HINT);
  const document = parseToml(text, fileName);
  const result = HydraConfig.safeParse(document);
  const problems = [
    ...prototypeKeys(document),
    ...(result.success
      ? weightless(result.data)
      : result.error.issues.flatMap((issue) => explainIssue(issue, document))),
  ];
  return problems.length === 0 && result.success
    ? { ok: true, config: result.data }
    : { ok: false, problems };
};

/** Nothing would be scored. Not part of the schema, since stored runs must pass that too. */
const weightless = ({ scoring: { weights } }: HydraConfig): readonly ConfigProblem[] =>
  Object.values(weights).some((weight = 0) => weight > 0)
    ? []
    : [
        {
          path: ['scoring', 'weights'],
          sentence: () => 'every weight is 0, so nothing would be scored: set at least one above 0',
        },
      ];

const withoutByteOrderMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

const parseToml = (text: string, fileName: string): unknown => {
  try {
    return parse(withoutByteOrderMark(text));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const sentence = (error.message.split('\n', 1)[0] ?? '').replace(/^Invalid TOML document:\s*/, '');
    throw new UserError('config', `${fileName}:${error.line}: not TOML: ${sentence}`, HINT);
  }
};

/** The schema would silently drop a key of this name. */
const prototypeKeys = (value: unknown, path: readonly (string | number)[] = []): ConfigProblem[] => {
  if (typeof value !== 'object' || value === null || path.length >= MAX_DEPTH) return [];
  const entries: readonly [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return entries.flatMap(([key, inside]) => {
    const at = [...path, key];
    const own = key === '__proto__' ? [{ path: at, sentence: () => `unknown key ${at.join('.')}` }] : [];
    return [...own, ...prototypeKeys(inside, at)];
  });
};

/** Sorted by line; a problem whose line is unknown comes first. */
export const listProblems = (
  problems: readonly ConfigProblem[],
  lineOf: LineOfKey,
  fileName: string,
): string => {
  const placed = problems
    .slice(0, MAX_PROBLEMS)
    .map(({ path, sentence }) => ({ line: lineOf(path), sentence: sentence() }))
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const lines = new Set(
    placed.map(
      ({ line, sentence }) => `${[fileName, ...(line === null ? [] : [line])].join(':')}: ${sentence}`,
    ),
  );
  const more = problems.length - MAX_PROBLEMS;
  return [...lines, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n');
};
