import type { TaskFile, TaskTests } from '../domain/bench/bench-task.ts';

type Toml =
  | string
  | number
  | boolean
  | readonly Toml[]
  | { readonly [key: string]: Toml | undefined }
  | undefined;

/** A TOML basic string is a JSON string, but for one character. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll('\u007f', '\\u007f');

const keyOf = (key: string): string => (/^[\w-]+$/.test(key) ? key : quoted(key));

const inline = (value: Exclude<Toml, undefined>): string => {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) {
    const items = (value as readonly Exclude<Toml, undefined>[]).map(inline);
    return items.length > 1 ? `[\n${items.map((item) => `  ${item},\n`).join('')}]` : `[${items.join('')}]`;
  }
  return `{ ${linesOf(value as Table).join(', ')} }`;
};

type Table = { readonly [key: string]: Toml | undefined };

const linesOf = (table: Table): readonly string[] =>
  Object.entries(table).flatMap(([key, value]) =>
    value === undefined ? [] : [`${keyOf(key)} = ${inline(value)}`],
  );

const section = (name: string, table: Table | undefined): readonly string[] => {
  const lines = linesOf(table ?? {});
  return lines.length === 0 ? [] : ['', `[${name}]`, ...lines];
};

const listOf = (tests: TaskTests): Toml => (Array.isArray(tests) ? tests : { command: tests.command });

const withoutEmpty = (setup: TaskFile['setup']): Table | undefined => {
  if (setup === undefined) return undefined;
  const { environment, ...rest } = setup;
  return { ...rest, ...(Object.keys(environment).length === 0 ? {} : { environment }) } as Table;
};

/** `task.toml` as a person would write it. */
export const writeTaskToml = (task: TaskFile): string => {
  const { title, language, kind, difficulty, repo, setup, services, estimate, tests } = task;
  const named = Object.entries(services ?? {}).flatMap(([name, service]) =>
    section(`services.${keyOf(name)}`, service as Table),
  );
  return [
    ...linesOf({ title, language, kind, difficulty }),
    ...section('repo', repo),
    ...section('setup', withoutEmpty(setup)),
    ...named,
    ...section('estimate', estimate as Table | undefined),
    ...section('tests', {
      files: tests.files,
      fail_to_pass: listOf(tests.fail_to_pass),
      pass_to_pass: listOf(tests.pass_to_pass),
    }),
    '',
  ].join('\n');
};
