import type { Obstacle } from '../../domain/experiment/comparison.ts';
import type { ExperimentFacts } from '../../domain/experiment/experiment-record.ts';
import { listFirst } from '../../text/amounts.ts';

type Facts = Pick<ExperimentFacts, 'agent' | 'configurations' | 'tasks' | 'policy' | 'trials' | 'obstacles'>;

const SHOWN = 5;

const say = (kind: Obstacle['kind'], tasks: readonly string[], sentence: string): Obstacle[] =>
  tasks.length === 0 ? [] : [{ kind, sentence: `${sentence}: ${listFirst([...new Set(tasks)], SHOWN)}` }];

const key = (task: string, configuration: string): string => JSON.stringify([task, configuration]);

/** Planned trials that have a score, by task and configuration. */
const countScored = (trials: ExperimentFacts['trials']): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { round, status, objective, task, configuration } of trials)
    if (round === 0 && status !== 'errored' && objective.known)
      counts.set(key(task, configuration), (counts.get(key(task, configuration)) ?? 0) + 1);
  return counts;
};

/** A judge that was asked and gave no valid vote did not approve. */
const unjudged = (trials: ExperimentFacts['trials']): readonly Obstacle[] => {
  const withoutVote = trials.filter((trial) => trial.unjudged === true);
  const [first] = withoutVote;
  if (first === undefined || first.judge.known) return [];
  const asked = withoutVote.length + trials.filter(({ judge }) => judge.known).length;
  const sentence = `the judge gave no valid vote in ${withoutVote.length} of ${asked} trials (${first.judge.reason}); repair it or choose another by --judge, and compare again`;
  return say(
    'unjudged',
    withoutVote.map(({ task }) => task),
    sentence,
  );
};

/** Reasons that forbid promotion, whatever the verdict. Fail closed: an incomplete experiment never promotes. */
export const findObstacles = (facts: Facts, candidate: string): readonly Obstacle[] => {
  const baseline = facts.configurations[0]?.name ?? '';
  const hashOf = new Map(facts.configurations.map(({ name, hash }) => [name, hash]));
  const taskHash = new Map(facts.tasks.map(({ id, hash }) => [id, hash]));
  const own = facts.trials.filter(
    ({ configuration }) => configuration === baseline || configuration === candidate,
  );
  const counts = countScored(own);
  const short = facts.tasks.flatMap(({ id }) =>
    [baseline, candidate].some((name) => (counts.get(key(id, name)) ?? 0) < facts.policy.trials) ? [id] : [],
  );
  const changed = own.filter(
    (trial) =>
      taskHash.get(trial.task) !== trial.task_hash ||
      hashOf.get(trial.configuration) !== trial.configuration_hash,
  );
  const errored = own.filter(({ status }) => status === 'errored');
  const mock: Obstacle = {
    kind: 'mock_agent',
    sentence: `${facts.agent.spec} is a scripted agent: what it does says nothing of a real one`,
  };
  return [
    ...facts.obstacles,
    ...(facts.agent.mock ? [mock] : []),
    ...say(
      'errored_trial',
      errored.map(({ task }) => task),
      'trials that the machine lost',
    ),
    ...say(
      'changed_task',
      changed.map(({ task }) => task),
      'trials of another version of task or configuration',
    ),
    ...unjudged(own),
    ...say('missing_data', short, `tasks with fewer than ${facts.policy.trials} scored trials a side`),
    ...(facts.tasks.length === 0 ? [{ kind: 'missing_data' as const, sentence: 'no task was run' }] : []),
  ];
};
