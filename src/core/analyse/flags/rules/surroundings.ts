import { LANGUAGES } from '../../../languages/languages.ts';
import type { Flag } from '../../../domain/flags/flag.ts';
import { SURROUNDINGS, type Surrounding } from '../../../domain/flags/surroundings.ts';
import { anyOf } from '../../../text/any-of.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import type { FileChange, FlagRule } from '../flag-rule.ts';
import { actionsOf } from '../reading/actions-of.ts';
import { addedLines } from '../reading/added-lines.ts';
import { flagAt, isExample, isProgram } from '../reading/sightings.ts';
import { jsonChanges } from '../reading/json-changes.ts';
import { jsonManifestAt } from '../reading/manifest-at.ts';
import { handedState } from '../reading/state/handed-state.ts';
import { keptState } from '../reading/state/kept-state.ts';
import { ownDepth } from '../reading/own-depth.ts';
import { ownText } from '../reading/own-text.ts';
import { outerName, type Project, projectOf } from '../reading/outer-names.ts';
import { sharedState } from '../reading/state/shared-state.ts';
import { testSpans } from '../reading/test-spans.ts';

type Seen = { readonly surrounding: Surrounding; readonly what: string; readonly offset: number };

const MEMBERS = new Set(['member_expression', 'attribute', 'subscript_expression', 'subscript']);
const MAX_NAMES = 20_000;
const MAX_SEEN = 20_000;
const KINDS = Object.keys(SURROUNDINGS) as Surrounding[];

/** Matches of a pattern outside of tests that are next to the code. */
const matchesOf = (
  { code }: FileVersion,
  pattern: RegExp,
  isTest: (offset: number) => boolean,
): readonly RegExpExecArray[] =>
  [...code.matchAll(new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`))].filter(
    ({ index }) => !isTest(index),
  );

type Named = { readonly what: string; readonly offset: number };

const byName = (version: FileVersion, { language }: FileChange, pattern: RegExp): readonly Named[] => {
  const actions = actionsOf(language, version);
  if (actions === null) return [];
  const { syntax, names, calls } = actions;
  const members = syntax.find(MEMBERS).map((node) => ({ name: names.nameOf(node) ?? '', node }));
  // `getattr(error, '__traceback__')`
  const asked = calls.map(({ node }) => ({ name: names.nameOf(node) ?? '', node }));
  return [...members, ...calls, ...asked]
    .slice(0, MAX_NAMES)
    .filter(({ name }) => pattern.test(name))
    .map(({ name, node }) => ({ what: name, offset: syntax.start(node) }));
};

const known = new WeakMap<FileVersion, readonly Seen[]>();

/** What can be kept, and the order of what has none, if the language's names are followed. */
const bySyntax = ({ syntax }: FileVersion, { language }: FileChange): readonly Seen[] => {
  if (syntax === null || language === null) return [];
  const { names, outer } = language;
  const shared = outer.globals === undefined ? [] : sharedState(syntax, { names, globals: outer.globals });
  const order = outer.chance?.(syntax) ?? null;
  return [
    ...[...keptState(syntax), ...handedState(syntax), ...shared].map((kept) => ({
      surrounding: 'state' as const,
      ...kept,
    })),
    ...(order === null ? [] : [{ surrounding: 'chance' as const, ...order }]),
    ...ownDepth(syntax).map((found) => ({ surrounding: 'stack' as const, ...found })),
    ...ownText(syntax).map((found) => ({ surrounding: 'modules' as const, ...found })),
  ];
};

const look = (version: FileVersion, file: FileChange): readonly Seen[] => {
  const before = known.get(version);
  if (before) return before;
  const patterns = file.language?.surroundings ?? {};
  const isTest = testSpans(version, file.language);
  const seen = KINDS.flatMap((surrounding): readonly Seen[] => {
    const pattern = patterns[surrounding];
    if (pattern === undefined) return [];
    const matches = matchesOf(version, pattern, isTest).map(({ 0: text, index }) => ({
      surrounding,
      what: text.trim(),
      offset: index,
    }));
    const named = byName(version, file, pattern).map((one) => ({ surrounding, ...one }));
    return [...matches, ...named];
  });
  const all = [...seen, ...bySyntax(version, file)].slice(0, MAX_SEEN);
  known.set(version, all);
  return all;
};

const keyOf = ({ surrounding, what }: Seen): string => `${surrounding} ${what.replaceAll(/\s+/g, '')}`;

/** One of each kind that the file has more of than before; what it had may move. */
const freshIn = (file: FileChange, after: FileVersion): readonly Seen[] => {
  const left = new Map<string, number>();
  for (const seen of file.before === null ? [] : look(file.before, file))
    left.set(keyOf(seen), (left.get(keyOf(seen)) ?? 0) + 1);
  const fresh = new Map<Surrounding, Seen>();
  for (const seen of look(after, file)) {
    const count = left.get(keyOf(seen)) ?? 0;
    left.set(keyOf(seen), count - 1);
    if (count <= 0 && !fresh.has(seen.surrounding)) fresh.set(seen.surrounding, seen);
  }
  return [...fresh.values()].sort((a, b) => KINDS.indexOf(a.surrounding) - KINDS.indexOf(b.surrounding));
};

const offsetOf = ({ text, lines }: FileVersion, line: number): number =>
  lines.slice(0, line - 1).reduce((at, one) => text.indexOf('\n', at + one.length) + 1, 0);

/** Less usual surroundings; reported only if none of the above is found. */
const outerIn = (file: FileChange, after: FileVersion, project: Project): readonly Seen[] => {
  const found = outerName(file, project);
  return found === null
    ? []
    : [{ surrounding: 'outer', what: found.what, offset: offsetOf(after, found.line) }];
};

const unreadAt = ({ path }: FileChange, reason: string): Flag => ({
  id: 'surroundings-read',
  rule: 'unread',
  sentence: `${path} was not inspected: ${reason}.`,
  file: path,
});

const UNINSPECTED = anyOf(LANGUAGES.flatMap(({ paths }) => paths.uninspected ?? []));

/** The build compiles it, and no rule reads its language. */
const uninspectedIn = (file: FileChange): readonly Flag[] =>
  file.change !== 'deleted' && file.part === null && file.role !== 'test' && UNINSPECTED.test(file.path)
    ? [unreadAt(file, 'no rule reads its language')]
    : [];

const ENTRIES = new Set(['imports', 'exports', 'browser', 'main', 'module']);
const TRANSFORMS = LANGUAGES.flatMap(({ paths }) => paths.transforms ?? []);

const transformsIn = (file: FileChange): readonly Flag[] => {
  const { path, after } = file;
  const rules = TRANSFORMS.filter((one) => one.file.test(path));
  if (after === null || rules.length === 0) return [];
  const found = addedLines(file).find(({ text }) => rules.some(({ line }) => line.test(text)));
  return found === undefined || file.role === 'test'
    ? []
    : [
        {
          ...flagAt(
            'surroundings-read',
            { file: path, version: after, offset: 0 },
            {
              rule: 'outer',
              sentence: `The file ${SURROUNDINGS.outer} (${found.text.trim().slice(0, 60)}), and did not before.`,
            },
          ),
          line: found.line,
        },
      ];
};

/** Every program that loads a module by this manifest meets one of these alike. */
const PLAIN_CONDITION = /^(?:[.#].*|import|require|types|node|default)$/;

/** Which file is loaded may depend on who loads it. */
const conditionsIn = (file: FileChange): readonly Flag[] => {
  if (file.after === null || jsonManifestAt(file.path) === null) return [];
  const { path, after } = file;
  const found = jsonChanges(file, 4).find(
    ({ path: [section = '', ...keys], before, after: now }) =>
      ENTRIES.has(section) &&
      now !== null &&
      (section === 'browser' ||
        keys.some((key) => !PLAIN_CONDITION.test(key)) ||
        (before !== null && keys.length === 0)),
  );
  if (found === undefined) return [];
  const [section = ''] = found.path;
  return [
    flagAt(
      'surroundings-read',
      { file: path, version: after, offset: Math.max(0, after.text.indexOf(`"${section}"`)) },
      {
        rule: 'outer',
        sentence: `The file ${SURROUNDINGS.outer} (${found.path.join(' > ').slice(0, 60)}), and did not before.`,
      },
    ),
  ];
};

/** Anything besides its input that a result may depend on, if the file did not read it before. */
export const surroundings: FlagRule = {
  rule: 'surroundings',
  kinds: [
    {
      id: 'surroundings-read',
      title: 'A result may depend on more than the input',
      meaning:
        'A file gained code that reads variables, arguments, the call stack, loaded modules, the clock or the place where it runs, remembers earlier calls, draws random numbers, redefines equality for its results, newly uses any other feature of the language or machine that is not known to depend on its input alone, or could not be inspected. Such code can behave differently under test. If this candidate wins, its evidence is called weak.',
      advice:
        'Read the code at that place. Hidden tests that run elsewhere and at another time are stronger evidence.',
      standard: 'off',
    },
  ],
  find: (change) => {
    const project = projectOf(change);
    const settings = change.files.flatMap((file) => [
      ...conditionsIn(file),
      ...transformsIn(file),
      ...uninspectedIn(file),
    ]);
    const programs = change.files
      .filter((file) => isProgram(file) && !isExample(change, file))
      .flatMap((file) => {
        const { after } = file;
        if (file.unread !== undefined) return [unreadAt(file, file.unread)];
        if (after === null) return [];
        const fresh = freshIn(file, after);
        return [...fresh, ...(fresh.length === 0 ? outerIn(file, after, project) : [])].map(
          ({ surrounding, what, offset }) =>
            flagAt(
              'surroundings-read',
              { file: file.path, version: after, offset },
              {
                rule: surrounding,
                sentence: `The file ${SURROUNDINGS[surrounding]} (${what.replaceAll(/\s+/g, ' ').slice(0, 60)}), and did not before.`,
              },
            ),
        );
      });
    return [...programs, ...settings];
  },
};
