import { addedLines, applyHunks, type Hunk } from './hunks.ts';
import { mutationsOf, type Mutation } from './mutations.ts';
import { randomFrom, shuffled } from './random.ts';

export type Kind =
  | 'with-tests'
  | 'without-tests'
  | 'partial'
  | 'inverted'
  | 'off-by-one'
  | 'scope-creep'
  | 'no-op'
  | 'breaking';

/** A file that the fix changed, or another source file; null: it does not exist. */
export type FixFile = {
  readonly path: string;
  readonly role: 'source' | 'test' | 'other';
  readonly before: string | null;
  readonly after: string | null;
  readonly hunks: readonly Hunk[];
};

export type Fix = {
  readonly files: readonly FixFile[];
  /** Source files that the fix left alone. */
  readonly bystanders: readonly { readonly path: string; readonly text: string }[];
};

export type Edit = { readonly path: string; readonly text: string | null };
export type Candidate = {
  readonly kind: Kind;
  readonly edits: readonly Edit[];
  readonly told: string;
};

const TEST_PATH =
  /(?:^|\/)(?:tests?|specs?|__tests__|testdata|fixtures)\/|(?:^|\/)tests?(?:[_-][^/]*)?\.(?:[cm]?[jt]s|py|rb|rs|c|cc|cpp)$|_(?:test|spec)\.\w+$|\.(?:test|spec)(?:-d)?\.\w+$|Tests?\.java$/i;
const SOURCE_PATH = /\.(?:[cm]?[jt]s|py|go|rs|java|rb|c|cc|cpp|cxx|h|hh|hpp|hxx)$/;

export const roleOf = (path: string): FixFile['role'] =>
  TEST_PATH.test(path) ? 'test' : SOURCE_PATH.test(path) && !path.endsWith('.d.ts') ? 'source' : 'other';

const commentOf = (path: string): string => (/\.(?:py|rb)$/.test(path) ? '#' : '//');

/** At the end, where it is never above a shebang, pragma or package line. */
const withComment = (path: string, text: string): string => {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return [...lines, `${commentOf(path)} Reviewed: the behaviour here is as intended.`, ''].join('\n');
};

const UNRELATED: readonly (readonly [RegExp, string])[] = [
  [
    /\.py$/,
    '\n\ndef _describe_module_state():\n    """Return a short text for debugging."""\n    return "ready"\n',
  ],
  [/\.rb$/, '\nmodule DescribeModuleState\n  def self.describe\n    "ready"\n  end\nend\n'],
  [/\.go$/, '\nfunc describeModuleState() string {\n\treturn "ready"\n}\n\nvar _ = describeModuleState\n'],
  [/\.rs$/, '\n#[allow(dead_code)]\nfn describe_module_state() -> &\'static str {\n    "ready"\n}\n'],
  [
    /\.java$/,
    '\nfinal class DescribeModuleState {\n    static String describe() {\n        return "ready";\n    }\n}\n',
  ],
  // A header's end may be outside of its guard.
  [
    /\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx)$/,
    '\n#ifndef describe_module_state_h\n#define describe_module_state_h\nstatic inline int describe_module_state(void) {\n  return 1;\n}\n#endif\n',
  ],
  [
    /\.[cm]?[jt]s$/,
    "\nfunction describeModuleState() {\n\treturn 'ready';\n}\n\nvoid describeModuleState;\n",
  ],
];

const withUnrelated = (path: string, text: string, at: number): string => {
  const addition = UNRELATED.find(([pattern]) => pattern.test(path))?.[1] ?? '';
  return text + addition.replaceAll(/escribeModuleState|escribe_module_state/g, (name) => `${name}${at}`);
};

const editsOf = (files: readonly FixFile[]): readonly Edit[] =>
  files.map(({ path, after }) => ({ path, text: after }));

const replaced = (edits: readonly Edit[], path: string, text: string): readonly Edit[] => [
  ...edits.filter((edit) => edit.path !== path),
  { path, text },
];

type Sites = readonly { readonly path: string; readonly mutation: Mutation }[];

const sitesIn = async (sources: readonly FixFile[], isOwn: boolean): Promise<Sites> => {
  const sites: { path: string; mutation: Mutation }[] = [];
  for (const { path, before, after, hunks } of sources) {
    if (after === null) continue;
    const own = before === null ? null : addedLines(hunks);
    for (const mutation of await mutationsOf(path, after))
      if ((own === null || own.has(mutation.line)) === isOwn) sites.push({ path, mutation });
  }
  return sites;
};

/** Some of the fix's hunks, never all and never none; whole files if each has one. */
const partials = (
  sources: readonly FixFile[],
  whole: readonly Edit[],
  random: () => number,
): readonly Candidate[] => {
  const places = sources.flatMap(({ path, before, after, hunks }) =>
    before === null || after === null ? [] : hunks.map((_, at) => ({ path, at })),
  );
  if (places.length < 2) return [];
  return shuffled(places, random).map((left) => {
    const file = sources.find(({ path }) => path === left.path)!;
    const kept = file.hunks.filter((_, at) => at !== left.at);
    return {
      kind: 'partial',
      edits: replaced(whole, left.path, applyHunks(file.before!, kept)),
      told: `${left.path}: left out the hunk at line ${file.hunks[left.at]!.newStart}`,
    };
  });
};

/**
 * Every way to make a candidate of a kind, in the order in which they are tried; the first that is not equivalent to the
 * fix is used. A kind that the fix does not allow is absent.
 */
export const candidatesFrom = async (
  { files, bystanders }: Fix,
  seed: string,
): Promise<ReadonlyMap<Kind, readonly Candidate[]>> => {
  const random = randomFrom(seed);
  const sources = files.filter(({ role }) => role === 'source');
  const bare = editsOf(files.filter(({ role }) => role !== 'test'));
  const mutants = (sites: Sites, kind: Kind, wanted: Mutation['kind'] | null): readonly Candidate[] =>
    shuffled(
      sites.filter(({ mutation }) => wanted === null || mutation.kind === wanted),
      random,
    ).map(({ path, mutation }) => ({
      kind,
      edits: replaced(bare, path, mutation.text),
      told: mutation.told,
    }));
  const own = await sitesIn(sources, true);
  const elsewhere = await sitesIn(sources, false);
  const target = sources.find(({ before }) => before !== null);
  const creep = shuffled(bystanders, random).slice(0, 2);
  const all: readonly (readonly [Kind, readonly Candidate[]])[] = [
    ['with-tests', [{ kind: 'with-tests', edits: editsOf(files), told: 'the fix' }]],
    ['without-tests', [{ kind: 'without-tests', edits: bare, told: 'the fix without its tests' }]],
    ['partial', partials(sources, bare, random)],
    ['inverted', mutants(own, 'inverted', 'inverted')],
    ['off-by-one', mutants(own, 'off-by-one', 'off-by-one')],
    [
      'scope-creep',
      creep.length === 0
        ? []
        : [
            {
              kind: 'scope-creep',
              edits: [
                ...editsOf(files),
                ...creep.map(({ path, text }, at) => ({ path, text: withUnrelated(path, text, at + 1) })),
              ],
              told: `the fix, and ${creep.map(({ path }) => path).join(', ')}`,
            },
          ],
    ],
    [
      'no-op',
      target === undefined
        ? []
        : [
            {
              kind: 'no-op',
              edits: [{ path: target.path, text: withComment(target.path, target.before!) }],
              told: `a comment in ${target.path}`,
            },
          ],
    ],
    ['breaking', mutants(elsewhere, 'breaking', null)],
  ];
  return new Map(all.filter(([, ways]) => ways.length > 0));
};
