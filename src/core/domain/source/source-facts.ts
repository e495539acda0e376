/** Id of a language in `core/languages`. */
export type LanguageId = string;

/** How a name stands in a file: used, or declared as something. The index is the code in tables; append only. */
export const ROLES = [
  'used',
  'variable',
  'function',
  'type',
  'constant',
  'property',
  'member',
  'module',
  'type-parameter',
  /** A variable of the whole module that holds no literal. */
  'global',
] as const;
export type Role = (typeof ROLES)[number];
export const roleCode = (role: Role): number => ROLES.indexOf(role);

export type ImportFact = {
  /** As written: `./a.ts`, `a.b`, `example.com/x`, `crate::a`; a leading dot in Python is a folder up. */
  readonly from: string;
  /** What is taken from it, where a name may be a module of its own (Python). */
  readonly names: readonly string[];
  /** Erased before anything runs. */
  readonly typeOnly: boolean;
};

/** What one source file declares, uses and imports, from its syntax tree. */
export type SourceFacts = {
  readonly language: LanguageId;
  readonly lines: number;
  /** The grammar did not fit somewhere, or the tree was cut: what is here may be incomplete. */
  readonly damaged: boolean;
  /** The package a file says it belongs to (Java). */
  readonly module: string;
  /** Each name once, whatever it is here. */
  readonly names: readonly string[];
  /** Pairs: index into `names`, then role and count in one number (see `entryOf`). */
  readonly entries: Uint32Array;
  readonly imports: readonly ImportFact[];
};

/** A file's facts, or why there are none. */
export type SourceReading = SourceFacts | { readonly unread: string };

const ROLE_SHIFT = 24;
export const MAX_COUNT = 2 ** ROLE_SHIFT - 1;

export const entryOf = (role: number, count: number): number =>
  role * 2 ** ROLE_SHIFT + Math.min(count, MAX_COUNT);
export const roleOf = (entry: number): number => entry >>> ROLE_SHIFT;
export const countOf = (entry: number): number => entry & MAX_COUNT;

export type NameFact = { readonly name: string; readonly role: Role; readonly count: number };

/** The same, spelled out. */
export const nameFacts = ({ names, entries }: Pick<SourceFacts, 'names' | 'entries'>): readonly NameFact[] =>
  Array.from({ length: entries.length / 2 }, (_, at) => {
    const entry = entries[2 * at + 1] ?? 0;
    return {
      name: names[entries[2 * at] ?? 0] ?? '',
      role: ROLES[roleOf(entry)] ?? 'used',
      count: countOf(entry),
    };
  });
