import * as z from 'zod';
import { HydraConfig } from './hydra-config.ts';

/** One key or table of `hydra.toml`, for documentation and messages. */
export type ConfigKey = {
  readonly path: readonly string[];
  readonly isTable: boolean;
  /** In words: `number`, `"keep" or "drop"`, `array of strings`. */
  readonly type: string;
  /** Absent: has no effect until it is set. */
  readonly default?: unknown;
  readonly description: string;
  /** Of a table whose names the user chooses: what each of them contains, with NAME for the name. */
  readonly members?: readonly ConfigKey[];
};

export const ANY_NAME = 'NAME';

type Node = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Node[];
  readonly items?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: Node | boolean;
  readonly default?: unknown;
  readonly description?: string;
};

/** Every key, in the order of the schema; a table precedes its contents. */
export const describeConfig = (): readonly ConfigKey[] =>
  (described ??= below([], z.toJSONSchema(HydraConfig, { io: 'input' }) as Node));

/** The schema never changes, and most commands need not spend milliseconds on deriving it. */
let described: readonly ConfigKey[] | undefined;

const below = (path: readonly string[], node: Node): readonly ConfigKey[] =>
  Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    const here = [...path, name];
    return [toKey(here, child)].concat(below(here, child));
  });

const toKey = (path: readonly string[], node: Node): ConfigKey => ({
  path,
  isTable: node.properties !== undefined,
  type: typeOf(node),
  ...(node.default === undefined || node.properties !== undefined ? {} : { default: node.default }),
  description: node.description ?? '',
  ...membersOf(path, node.additionalProperties),
});

const membersOf = (path: readonly string[], each: Node['additionalProperties']) =>
  typeof each === 'object' && each.properties !== undefined
    ? { members: below([...path, ANY_NAME], each) }
    : {};

const typeOf = (node: Node): string => {
  if (node.enum !== undefined) return node.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.anyOf !== undefined) return node.anyOf.map(typeOf).join(' or ');
  if (node.type === 'array') return `array of ${typeOf(node.items ?? {})}s`;
  if (node.type === 'integer') return 'whole number';
  if (node.type !== 'object') return node.type ?? 'value';
  return typeof node.additionalProperties === 'object'
    ? `table of ${typeOf(node.additionalProperties)}s`
    : 'table';
};
