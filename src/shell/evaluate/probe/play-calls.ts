import { comparePlays } from '../../../core/probe/compare-plays.ts';
import { readOutcomes } from '../../../core/probe/read-outcomes.ts';
import type { PlannedCall } from '../../../core/probe/vary-calls.ts';
import { layered } from '../lanes/layered.ts';
import type { FieldUnderTest } from '../field/field-under-test.ts';
import type { FoundFunctions } from './find-functions.ts';
import { probeCheck, type ProbedTree, runProbeLanes, testOf, withPrelude } from './probe-field.ts';
import type { RecordedCalls } from './record-calls.ts';

const INPUTS = '.hydra-probe-inputs.json';
const LONGEST_CALL_SECONDS = 1.5;
const SHORTEST_CALL_SECONDS = 0.2;
/** Starting the program and loading the project. */
const START_SECONDS = 10;
const RUNS = [1, 2] as const;

const inputsText = (planned: readonly PlannedCall[], { path }: RecordedCalls, seconds: number): string => {
  const callSeconds = Math.min(LONGEST_CALL_SECONDS, Math.max(SHORTEST_CALL_SECONDS, seconds / 4));
  const inputs = planned.map(({ call }, i) => ({
    i,
    m: call.module,
    n: call.name,
    a: call.positional,
    k: call.named,
    ...(call.self === undefined ? {} : { t: call.self }),
    ...(call.signature === undefined ? {} : { s: call.signature }),
  }));
  return JSON.stringify({ path, seconds, callSeconds, inputs });
};

/** Every call on every tree, twice. */
export const playCalls = async (
  field: FieldUnderTest,
  trees: readonly ProbedTree[],
  {
    found,
    recorded,
    planned,
    seconds,
  }: {
    readonly found: FoundFunctions;
    readonly recorded: RecordedCalls;
    readonly planned: readonly PlannedCall[];
    /** For all trees together. */
    readonly seconds: number;
  },
): Promise<ReturnType<typeof comparePlays>> => {
  const test = testOf(field);
  const each = Math.max(1, seconds / (trees.length * RUNS.length));
  const text = inputsText(planned, recorded, each);
  const { changes: inputs } = await field.context.tools.repository.composeTree(field.base.tree, [
    { path: INPUTS, mode: '100644', text },
  ]);
  const lanes = trees.map(({ names, source, changes }) => ({
    id: `play ${source}`,
    owner: names[0],
    source,
    changes: layered(changes, inputs),
    checks:
      test === undefined
        ? []
        : RUNS.map((run) =>
            probeCheck(test, {
              name: `probe-play-${run}`,
              command: withPrelude(test, found.rules.play(recorded.program, INPUTS, run)),
              seconds: each + START_SECONDS,
            }),
          ),
  }));
  const finished = await runProbeLanes(field, lanes);
  const outcomesOf = (lane: string, run: 1 | 2) =>
    readOutcomes((finished(lane, `probe-play-${run}`)?.documents ?? []).map((one) => one.text));
  return comparePlays(
    found.rules,
    planned,
    trees.map(({ names, source }) => ({
      names,
      runs: [outcomesOf(`play ${source}`, 1), outcomesOf(`play ${source}`, 2)],
    })),
  );
};
