import type { Probes } from '../../../core/domain/evidence/probes.ts';
import { type Measured, measured, missing } from '../../../core/domain/measured.ts';
import { addProbes } from '../../../core/next-work/probe.ts';
import { planCalls } from '../../../core/probe/vary-calls.ts';
import type { FieldUnderTest } from '../field/field-under-test.ts';
import type { QuestionOf } from '../../../core/next-work/question.ts';
import type { Executor } from '../gather/executor.ts';
import { findFunctions } from './find-functions.ts';
import { playCalls } from './play-calls.ts';
import { proposeCalls } from './propose-calls.ts';
import { probedTrees, type ProbedTree, testOf } from './probe-field.ts';
import { recordCalls, type RecordedCalls } from './record-calls.ts';
import { runLeftovers } from './run-leftovers.ts';

/** Shares of the available time. */
const SHARES = { record: 0.45, play: 0.55 };
const MOST_CALLS = 200;

type Played = Omit<Probes, 'leftovers'>;

const nothingPlayed = (trees: readonly ProbedTree[], ...notes: readonly string[]): Played => ({
  names: trees.flatMap(({ names }) => names),
  functions: [],
  played: 0,
  alike: 0,
  unstable: 0,
  calls: [],
  notes: [...notes],
});

const MOST_OBSTACLES = 10;

/** Functions that were not probed although a candidate changed them or they lead to a changed one. */
const obstacleNotes = ({ obstacles }: RecordedCalls): readonly string[] => {
  const shown = obstacles
    .slice(0, MOST_OBSTACLES)
    .map(({ function: { path, name }, reason }) =>
      `${name} (${path}) is not probed: ${reason}`.slice(0, 500),
    );
  const left = obstacles.length - shown.length;
  return left > 0 ? [...shown, `${left} more functions are not probed`] : shown;
};

type Request = {
  readonly names: readonly string[];
  readonly seconds: number;
  readonly baseBlobs: ReadonlyMap<string, string>;
  /** How long the base's whole suite takes. */
  readonly wholeMs: number;
  /** Candidates for which a model proposes calls. */
  readonly proposals: readonly string[];
};

/** Calls changed functions with the arguments that tests use and with variations of them. */
const probeFunctions = async (
  field: FieldUnderTest,
  trees: readonly ProbedTree[],
  { names, seconds, baseBlobs, wholeMs, proposals }: Request,
): Promise<{ readonly played: Played; readonly recorded: RecordedCalls | null }> => {
  const found = await findFunctions(field, trees, baseBlobs);
  if (found === null) {
    const note = 'no candidate changes a function that can be called on its own';
    return { played: nothingPlayed(trees, note), recorded: null };
  }
  const recorded = await recordCalls(field, found, {
    baseBlobs,
    names,
    seconds: seconds * SHARES.record,
    wholeMs,
  });
  const recordedCalls = planCalls(recorded.calls, { nothing: found.rules.nothing, most: MOST_CALLS });
  if (recordedCalls.length === 0) {
    const note = 'no test calls a changed function with arguments that can be written down';
    return { played: nothingPlayed(trees, note, ...obstacleNotes(recorded)), recorded };
  }
  const { planned, ...asked } = await proposeCalls(field, found.rules, recordedCalls, proposals);
  const compared = await playCalls(field, trees, {
    found,
    recorded,
    planned,
    seconds: seconds * SHARES.play,
  });
  const notes = compared.played === 0 ? ['no recorded call could be repeated'] : [];
  return { played: { ...compared, ...asked, notes: [...notes, ...obstacleNotes(recorded)] }, recorded };
};

const probeField = async (
  field: FieldUnderTest,
  { names, seconds, scriptSeconds, proposals = [] }: QuestionOf<'probe'>,
): Promise<Measured<Probes>> => {
  const test = testOf(field);
  if (test === undefined) return missing('not-configured', 'no test command');
  const trees = probedTrees(field, names);
  const blobs = await field.context.tools.repository.listBlobs(field.base.tree);
  const baseBlobs = new Map(blobs.map(({ path, blob }) => [path, blob]));
  const wholeMs = field.context.times.get(test.name) ?? Number.POSITIVE_INFINITY;
  const request = { names, seconds, baseBlobs, wholeMs, proposals };
  const { played, recorded } =
    seconds > 0
      ? await probeFunctions(field, trees, request)
      : {
          played: nothingPlayed(
            trees,
            'calls of changed functions are not played: they would not settle the decision, or [probe] seconds is 0',
          ),
          recorded: null,
        };
  const leftovers =
    scriptSeconds > 0
      ? await runLeftovers(field, trees, {
          ...request,
          program: recorded?.program ?? null,
          seconds: scriptSeconds,
        })
      : [];
  return measured({ ...played, leftovers: [...leftovers] });
};

export const runProbes: Executor<'probe'> = {
  stage: ([question]) =>
    question?.seconds === 0
      ? 'running scripts that candidates left behind'
      : 'probing where candidates behave differently',
  run: async (field, [question]) => {
    if (question === undefined) return (captured) => captured;
    const probes = await probeField(field, question);
    return (captured) => addProbes(captured, probes);
  },
};
