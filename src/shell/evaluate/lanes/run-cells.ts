import { withFiles } from '../../../core/commands/select-files.ts';
import type { Check } from '../../../core/domain/check/check.ts';
import type { TreeEvidence } from '../../../core/domain/evidence/evidence.ts';
import { profileById } from '../../../core/languages/languages.ts';
import type { OtherPlace } from '../../../core/domain/work/other-place.ts';
import type { TreeChange } from '../../../core/domain/work/tree-change.ts';
import { captureField, captureReports, type LaneReports } from './capture-field.ts';
import type { FieldContext } from '../field/field-context.ts';
import { builtLike, compiledElsewhere } from './stand-on-build.ts';
import type { TreeUnderTest } from './tree-lane.ts';

/** One cell of the test matrix: one candidate's source with another's tests. */
export type CellRequest = {
  readonly id: string;
  /** The owner of the folder with its logs. */
  readonly owner: string;
  /** The name of its logs. */
  readonly name: string;
  /** The changes from the base to the tree that it runs on. */
  readonly changes: readonly TreeChange[];
  /** Only these test files, if the runner takes files; null: all. */
  readonly files: readonly string[] | null;
  readonly ownInstall: boolean;
  /** Emits no events. */
  readonly quiet?: boolean;
  /** A lane of the same source, whose build can be reused. */
  readonly like?: TreeUnderTest | undefined;
  /** If not the usual surroundings. */
  readonly place?: OtherPlace;
  /** What it may write to besides the files that the base's commands write to; `data`: everything but test files. */
  readonly writable?: 'all' | 'data' | readonly string[];
  /** Files besides the harness that it may not write to. */
  readonly readOnly?: readonly string[];
  /** Record the programs that it starts. */
  readonly traced?: true;
  /** Replaces the test command; only its exit code counts. */
  readonly command?: string;
};

const testCommand = ({ plan }: FieldContext, test: Check, files: CellRequest['files']): string =>
  files === null || plan.selectTests === null ? test.command : withFiles(plan.selectTests, files);

const cellTest = (context: FieldContext, check: Check, { name, files, command }: CellRequest): Check => {
  const { plain, ...test } = check;
  if (command !== undefined) return { ...test, name, command, parser: null, report: { from: 'log' } };
  const whole = testCommand(context, check, files);
  return {
    ...test,
    name,
    command: whole,
    ...(plain !== undefined && whole === check.command ? { plain } : {}),
  };
};

/** Watched tests must not start a compiler, unless those of the base do too; other commands may need what a build makes. */
const needsBuild = ({ plan }: FieldContext, test: Check, { traced, command }: CellRequest): boolean => {
  const profiles = plan.projects?.map(({ profile }) => profile) ?? [plan.profile];
  return (
    traced !== undefined ||
    command !== undefined ||
    test.origin !== 'profile' ||
    !profiles.every((id) => profileById(id)?.testsCompile)
  );
};

const cellChecks = (context: FieldContext, test: Check, cell: CellRequest): readonly Check[] => {
  const builds = needsBuild(context, test, cell)
    ? context.plan.checks.filter(({ kind }) => kind === 'build')
    : [];
  return [
    ...builds.map((build, at) => ({ ...build, name: `prepare-${cell.name}-${at}` })),
    cellTest(context, test, cell),
  ];
};

const readOnlyOf = (
  { written }: FieldContext,
  { writable = [], readOnly = [] }: CellRequest,
): Pick<TreeUnderTest, 'readOnly'> =>
  writable === 'all'
    ? {}
    : {
        readOnly: {
          of: writable === 'data' ? 'tests' : 'harness',
          also: readOnly,
          except: [...new Set([...written, ...(writable === 'data' ? [] : writable)])].sort(),
        },
      };

const subjectOf = (context: FieldContext, test: Check, cell: CellRequest): TreeUnderTest => {
  const content = cell.changes.map(({ path, mode, blob }) => [path, mode, blob]);
  const guarded = readOnlyOf(context, cell);
  const place = [
    ...(cell.place === undefined ? [] : [cell.place]),
    ...Object.values(guarded),
    ...(cell.traced === undefined ? [] : ['traced']),
  ];
  const onCompiled = cell.place === undefined || cell.ownInstall ? {} : compiledElsewhere(context);
  return {
    id: cell.id,
    // Not a tree in the store: a result depends only on its content.
    tree: `cell-${context.tools.digest(JSON.stringify([context.base.commit, content, ...place]))}`,
    side: 'candidate',
    owners: [cell.owner],
    changes: cell.changes,
    ownInstall: cell.ownInstall,
    checks: cellChecks(context, test, cell),
    ...(onCompiled.after === undefined ? builtLike(context, cell.like, cell.changes) : onCompiled),
    ...(cell.place === undefined ? {} : { place: cell.place }),
    ...guarded,
    ...(cell.traced === undefined ? {} : { traced: cell.traced }),
    ...(cell.quiet === undefined ? {} : { quiet: cell.quiet }),
  };
};

export const cellSubjects = (
  context: FieldContext,
  cells: readonly CellRequest[],
): readonly TreeUnderTest[] => {
  const test = context.plan.checks.find(({ kind }) => kind === 'test');
  return test === undefined ? [] : cells.map((cell) => subjectOf(context, test, cell));
};

/** Cells that share a workspace and its build; each runs in its own process. */
export type SharedCells = Pick<
  CellRequest,
  'id' | 'owner' | 'name' | 'changes' | 'ownInstall' | 'like' | 'writable'
> & {
  readonly tests: readonly { readonly name: string; readonly files: CellRequest['files'] }[];
};

export const runShared = async (
  context: FieldContext,
  shared: readonly SharedCells[],
): Promise<ReadonlyMap<string, LaneReports>> => {
  const test = context.plan.checks.find(({ kind }) => kind === 'test');
  if (test === undefined || shared.length === 0) return new Map();
  const subjects = shared.map(({ tests, ...cell }) => {
    const subject = subjectOf(context, test, { ...cell, files: null });
    const builds = (subject.checks ?? []).filter(({ kind }) => kind === 'build');
    const runs = tests.flatMap(({ name, files }) =>
      cellChecks(context, test, { ...cell, name, files }).filter(({ kind }) => kind === 'test'),
    );
    return { ...subject, checks: [...builds, ...runs] };
  });
  return captureReports(context, subjects);
};

/** Runs every cell in its own workspace and process. */
export const runCells = async (
  context: FieldContext,
  cells: readonly CellRequest[],
): Promise<ReadonlyMap<string, TreeEvidence>> =>
  cells.length === 0 ? new Map() : captureField(context, cellSubjects(context, cells));
