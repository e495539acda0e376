import { BASELINE } from '../../../core/domain/evidence/baseline.ts';
import type { Check } from '../../../core/domain/check/check.ts';
import { IN_FOLDER } from '../../../core/domain/check/command-part.ts';
import type { TreeChange } from '../../../core/domain/work/tree-change.ts';
import { type FinishedCheck, PRELUDE } from '../../../core/parse/interpret-checks.ts';
import { captureFinished } from '../lanes/capture-field.ts';
import { builtLike } from '../lanes/stand-on-build.ts';
import type { TreeUnderTest } from '../lanes/tree-lane.ts';
import { type FieldUnderTest, laneOf } from '../field/field-under-test.ts';
import { needsOwnInstall } from '../field/trees-under-test.ts';

/** A distinct source and all candidates that have it. */
export type ProbedTree = {
  /** `baseline` for the base. */
  readonly names: readonly [string, ...string[]];
  readonly source: string;
  readonly changes: readonly TreeChange[];
};

/** The base first, then every distinct source of the given candidates. */
export const probedTrees = (field: FieldUnderTest, names: readonly string[]): readonly ProbedTree[] => {
  const wanted = new Set(names);
  const trees = new Map<string, { names: [string, ...string[]]; changes: readonly TreeChange[] }>([
    [field.base.tree, { names: [BASELINE], changes: [] }],
  ]);
  for (const { candidate, pinned, changes } of field.candidates) {
    if (!wanted.has(candidate.name)) continue;
    const known = trees.get(pinned.tree);
    if (known === undefined) trees.set(pinned.tree, { names: [candidate.name], changes });
    else known.names.push(candidate.name);
  }
  return [...trees].map(([source, tree]) => ({ source, ...tree }));
};

const LEAST_MS = 1000;
/** Limits assume an idle machine; on a busy one a command does less than a second of work per second. */
const PATIENCE = 6;

/** The plan's test command; probes use its surroundings. */
export const testOf = ({ context }: FieldUnderTest): Check | undefined =>
  context.plan.checks.find(({ kind }) => kind === 'test');

/** A command at the root with the profile's prelude, also for a project in a folder. */
export const withPrelude = (test: Check, command: string): string => {
  const [moved = '', folder] = IN_FOLDER.exec(test.command) ?? [];
  const prelude = PRELUDE.exec(test.command.slice(moved.length))?.[0] ?? '';
  return (folder === undefined ? prelude : prelude.replaceAll('$PWD', () => `$PWD/${folder}`)) + command;
};

/** Inserts text between the profile's prelude and the command itself. */
export const afterPrelude = (command: string, added: string): string => {
  const prelude = PRELUDE.exec(command)?.[0] ?? '';
  return prelude + added + command.slice(prelude.length);
};

export const REPORT = 'probe.jsonl';

/** A command whose output is not parsed as tests. */
export const probeCheck = (
  test: Check,
  {
    name,
    command,
    seconds,
    log,
  }: { readonly name: string; readonly command: string; readonly seconds: number; readonly log?: true },
): Check => {
  const { carries: _, plain: _plain, ...rest } = test;
  return {
    ...rest,
    name,
    command,
    timeoutMs: Math.ceil(PATIENCE * Math.max(LEAST_MS, seconds * 1000)),
    parser: 'probe',
    report: log ? { from: 'log' } : { from: 'report-file', name: REPORT },
  };
};

export type ProbeLane = {
  readonly id: string;
  readonly owner: string;
  readonly changes: readonly TreeChange[];
  /** A source whose build can be reused; null: files were changed, so it must be built. */
  readonly source: string | null;
  readonly checks: readonly Check[];
};

const subjectOf = (field: FieldUnderTest, lane: ProbeLane): TreeUnderTest => {
  const { context } = field;
  const content = lane.changes.map(({ path, mode, blob }) => [path, mode, blob]);
  const builds = context.plan.checks.filter(({ kind }) => kind === 'build');
  const like = lane.source === null ? undefined : laneOf(field, lane.source);
  return {
    id: lane.id,
    tree: `cell-${context.tools.digest(JSON.stringify([context.base.commit, content]))}`,
    side: 'candidate',
    owners: [lane.owner],
    changes: lane.changes,
    ownInstall: needsOwnInstall(context.plan, lane.changes),
    checks: [
      ...builds.map((build, at) => ({ ...build, name: `prepare-${lane.checks[0]?.name ?? 'probe'}-${at}` })),
      ...lane.checks,
    ],
    ...builtLike(context, like, lane.changes),
  };
};

/** Runs lanes in parallel, each in its own workspace; results by the lane's id and the check's name. */
export const runProbeLanes = async (
  field: FieldUnderTest,
  lanes: readonly ProbeLane[],
): Promise<(lane: string, check: string) => FinishedCheck | undefined> => {
  if (lanes.length === 0) return () => undefined;
  const seen = await captureFinished(
    field.context,
    lanes.map((lane) => subjectOf(field, lane)),
  );
  return (lane, name) => seen.get(lane)?.find(({ check }) => check.name === name);
};
