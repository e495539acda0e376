import { classifyPath } from '../../../../src/core/analyse/paths/classify-path.ts';
import { findFlags } from '../../../../src/core/analyse/flags/find-flags.ts';
import type { Change, FileChange } from '../../../../src/core/analyse/flags/flag-rule.ts';
import { openVersion, type FileVersion } from '../../../../src/core/syntax/file-version.ts';
import { languageOf } from '../../../../src/core/languages/languages.ts';
import { classifyHarnessPath } from '../../../../src/core/analyse/harness/harness-paths.ts';
import { splitLines } from '../../../../src/core/text/split-lines.ts';
import { findFlagKind } from '../../../../src/core/analyse/flags/flag-catalogue.ts';
import type { Flag } from '../../../../src/core/domain/flags/flag.ts';
import { grammarFor } from '../../../../src/shell/adapters/analysers/syntax/grammar-for.ts';
import { parserFor } from '../../../../src/shell/adapters/analysers/syntax/parser-for.ts';
import { readNodes } from '../../../../src/shell/adapters/analysers/syntax/read-nodes.ts';

/** Text of each side; null: the side does not exist. A plain text is a new file. */
export type Sides =
  | string
  | ({ readonly before: string | null; readonly after: string | null } & Omit<
      Partial<FileChange>,
      'before' | 'after'
    >);
export type Files = Readonly<Record<string, Sides>>;

const versionOf = async (path: string, text: string | null): Promise<FileVersion | null> => {
  if (text === null) return null;
  const grammar = grammarFor(path);
  return openVersion(text, grammar ? readNodes(await parserFor(grammar), text) : null);
};

const kindOfChange = (before: string | null, after: string | null): FileChange['change'] =>
  before === null ? 'added' : after === null ? 'deleted' : 'modified';

const fileOf = async (path: string, sides: Sides): Promise<FileChange> => {
  const given: Exclude<Sides, string> = typeof sides === 'string' ? { before: null, after: sides } : sides;
  const { before, after, ...more } = given;
  const lines = (text: string | null): readonly string[] => (text === null ? [] : splitLines(text));
  const added = lines(after).filter((line) => !lines(before).includes(line)).length;
  const removed = lines(before).filter((line) => !lines(after).includes(line)).length;
  return {
    path,
    change: kindOfChange(before, after),
    oldMode: before === null ? '000000' : '100644',
    newMode: after === null ? '000000' : '100644',
    kind: 'text',
    added,
    removed,
    effectiveAdded: added,
    effectiveRemoved: removed,
    normalisedBy: 'git',
    effect: true,
    role: classifyPath(path),
    part: classifyHarnessPath(path),
    language: languageOf(path),
    ...more,
    before: await versionOf(more.oldPath ?? path, before),
    after: await versionOf(path, after),
  };
};

/** A change with real syntax trees, as the capture passes it to the rules. */
export const changeOf = async (files: Files, more: Partial<Change> = {}): Promise<Change> => ({
  files: await Promise.all(Object.entries(files).map(([path, sides]) => fileOf(path, sides))),
  baseFiles: new Set(
    Object.entries(files).flatMap(([path, sides]) =>
      typeof sides !== 'string' && sides.before !== null ? [path] : [],
    ),
  ),
  effect: true,
  baseTests: [],
  ...more,
});

/** What a user would see: flags whose standard severity is not `off`. */
export const flagsOf = async (files: Files, more: Partial<Change> = {}): Promise<readonly Flag[]> =>
  findFlags(await changeOf(files, more)).filter(({ id }) => findFlagKind(id)?.standard !== 'off');

/** Ids of all flags, including those hidden by default. */
export const idsOf = async (files: Files, more: Partial<Change> = {}): Promise<readonly string[]> => [
  ...new Set(findFlags(await changeOf(files, more)).map(({ id }) => id)),
];
