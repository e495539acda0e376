import type { Flag } from '../../../domain/flags/flag.ts';
import { SURROUNDINGS, type Surrounding } from '../../../domain/flags/surroundings.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import type { Node } from '../../../syntax/syntax-view.ts';
import type { FileChange, FlagRule } from '../flag-rule.ts';
import { actionsOf } from '../reading/actions-of.ts';
import { flagAt, isExample, isProgram } from '../reading/sightings.ts';
import { keptState } from '../reading/kept-state.ts';
import { outerName, type Project, projectOf } from '../reading/outer-names.ts';
import { testSpans } from '../reading/test-spans.ts';

type Seen = { readonly surrounding: Surrounding; readonly what: string; readonly offset: number };

const MEMBERS = new Set(['member_expression', 'attribute', 'subscript_expression', 'subscript']);
const MAX_NAMES = 20_000;
const KINDS = Object.keys(SURROUNDINGS) as Surrounding[];

/** The first match of a pattern outside of tests that are next to the code. */
const firstIn = (
  code: string,
  pattern: RegExp,
  isTest: (offset: number) => boolean,
): RegExpExecArray | null => {
  const all = new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`);
  for (const match of code.matchAll(all)) if (!isTest(match.index)) return match;
  return null;
};

const byName = (
  version: FileVersion,
  { language }: FileChange,
  pattern: RegExp,
): { readonly what: string; readonly node: Node } | null => {
  const actions = actionsOf(language, version);
  if (actions === null) return null;
  const { syntax, names, calls } = actions;
  for (const node of syntax.find(MEMBERS).slice(0, MAX_NAMES)) {
    const name = names.nameOf(node) ?? '';
    if (pattern.test(name)) return { what: name, node };
  }
  for (const { name, node } of calls.slice(0, MAX_NAMES)) if (pattern.test(name)) return { what: name, node };
  return null;
};

const known = new WeakMap<FileVersion, ReadonlyMap<Surrounding, Seen>>();

const look = (version: FileVersion, file: FileChange): ReadonlyMap<Surrounding, Seen> => {
  const before = known.get(version);
  if (before) return before;
  const patterns = file.language?.surroundings ?? {};
  const isTest = testSpans(version, file.language);
  const seen = new Map<Surrounding, Seen>();
  for (const surrounding of KINDS) {
    const pattern = patterns[surrounding];
    if (pattern === undefined) continue;
    const match = firstIn(version.code, pattern, isTest);
    if (match !== null) seen.set(surrounding, { surrounding, what: match[0].trim(), offset: match.index });
    else {
      const named = byName(version, file, pattern);
      if (named !== null)
        seen.set(surrounding, {
          surrounding,
          what: named.what,
          offset: version.syntax?.start(named.node) ?? 0,
        });
    }
  }
  const state = version.syntax === null || seen.has('state') ? null : keptState(version.syntax);
  if (state !== null) seen.set('state', { surrounding: 'state', ...state });
  const order =
    version.syntax === null || seen.has('chance') ? null : file.language?.outer.chance?.(version.syntax);
  if (order) seen.set('chance', { surrounding: 'chance', ...order });
  known.set(version, seen);
  return seen;
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
    return change.files
      .filter((file) => isProgram(file) && !isExample(change, file))
      .flatMap((file) => {
        const { before, after } = file;
        if (file.unread !== undefined) return [unreadAt(file, file.unread)];
        if (after === null) return [];
        const had = before === null ? new Map<Surrounding, Seen>() : look(before, file);
        const fresh = [...look(after, file).values()].filter(({ surrounding }) => !had.has(surrounding));
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
  },
};
