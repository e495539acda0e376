import { ExperimentPolicy } from '../../src/core/domain/experiment/experiment-policy.ts';
import type { ExperimentFacts } from '../../src/core/domain/experiment/experiment-record.ts';
import { measured, missing } from '../../src/core/domain/measured.ts';
import type { SideSample, TaskSample } from '../../src/core/domain/experiment/task-sample.ts';
import type { Trial } from '../../src/core/domain/experiment/trial.ts';

export const HASH = 'a'.repeat(64);

/** Outcomes of trials as shares of one check. */
export const side = (...composites: number[]): SideSample => ({
  composites,
  objectives: composites.map((passed) => ({ passed, total: 1 })),
  cost: {},
});

/** Without a check: composites come from a judge. */
export const judgedSide = (...composites: number[]): SideSample => ({
  composites,
  objectives: composites.map(() => ({ passed: 0, total: 0 })),
  cost: {},
});

export const sample = (task: string, baseline: SideSample, candidate: SideSample): TaskSample => ({
  task,
  baseline,
  candidate,
});

const NO_COST = { tokens: null, tool_calls: null, steps: null, wall_clock_ms: null, usd: null };

export const trial = (
  task: string,
  configuration: string,
  passed: number,
  overrides: Partial<Trial> = {},
): Trial => ({
  task,
  task_hash: HASH,
  configuration,
  configuration_hash: HASH,
  trial: 0,
  round: 0,
  seed: 1,
  status: 'completed',
  reason: '',
  objective: measured({ passed, total: 1 }),
  judge: missing('not-configured', 'no judge'),
  checks: [],
  cost: NO_COST,
  cached: false,
  ...overrides,
});

/** Every task with the same outcomes on each side; a real agent, nothing in the way. */
export const facts = (
  tasks: number,
  outcomes: Readonly<Record<string, readonly number[]>>,
  overrides: Partial<ExperimentFacts> = {},
): ExperimentFacts => {
  const ids = Array.from({ length: tasks }, (_, at) => `task-${at}`);
  const most = Math.max(...Object.values(outcomes).map((list) => list.length));
  return {
    agent: { spec: 'claude', kind: 'claude', mock: false, version: null },
    configurations: Object.keys(outcomes).map((name) => ({ name, hash: HASH })),
    tasks: ids.map((id) => ({ id, hash: HASH })),
    policy: ExperimentPolicy.parse({ trials: most }),
    seed: 1,
    trials: ids.flatMap((id) =>
      Object.entries(outcomes).flatMap(([name, list]) =>
        list.map((passed, at) => trial(id, name, passed, { trial: at })),
      ),
    ),
    obstacles: [],
    notes: [],
    ...overrides,
  };
};
