import type { BenchSummary } from '../../core/domain/bench/bench-summary.ts';
import type { Measured } from '../../core/domain/measured.ts';
import type { BenchTask } from '../../core/domain/bench/bench-task.ts';
import { comparePair } from '../judge/compare-pair.ts';
import { seatJudge } from '../judge/seat-judge.ts';
import type { BenchStore, StoredBenchRun } from '../ports/bench-store.ts';
import type { BenchTools } from './bench-tools.ts';

/** Totals that differ by less are a close call. */
const CLOSE = 0.05;

export type JudgedPair = {
  readonly task: string;
  readonly repeat: number;
  readonly better: Measured<'first' | 'second' | 'neither'>;
  readonly choices: readonly { readonly persona: string; readonly better: Measured<string> }[];
  readonly judge_cost_usd: Measured<number>;
};

export type PairRequest = {
  readonly tasks: readonly BenchTask[];
  readonly runs: readonly StoredBenchRun[];
  readonly models: readonly [first: string, second: string];
  readonly judgeModel: string;
};

const isClose = (first: BenchSummary, second: BenchSummary): boolean =>
  first.scores.total === null ||
  second.scores.total === null ||
  Math.abs(first.scores.total - second.scores.total) < CLOSE;

const outcomeOf = ({ scores, solved }: BenchSummary): string =>
  scores.functional === null
    ? 'not known'
    : `${solved === true ? 'all' : `${Math.round(100 * scores.functional)} %`} of what was to be fixed is fixed`;

/** For close calls: the judges' preference between two models' changes, each pair asked in both orders. */
export const judgePairs = async (
  bench: BenchTools,
  store: BenchStore,
  { tasks, runs, models, judgeModel }: PairRequest,
): Promise<readonly JudgedPair[]> => {
  const judge = await seatJudge(bench.agents, judgeModel);
  const latest = (model: string, task: BenchTask, repeat: number): StoredBenchRun | undefined =>
    runs.findLast(
      ({ summary }) =>
        summary.model === model &&
        summary.task === task.id &&
        summary.task_hash === task.hash &&
        summary.repeat === repeat &&
        summary.status === 'scored',
    );
  const textOf = async (run: StoredBenchRun): Promise<string> =>
    Buffer.from(await store.readPatch(run)).toString('utf8');
  const repeats = new Set(runs.map(({ summary }) => summary.repeat));
  const judged: JudgedPair[] = [];
  for (const task of tasks)
    for (const repeat of repeats) {
      const [first, second] = models.map((model) => latest(model, task, repeat));
      if (first === undefined || second === undefined || !isClose(first.summary, second.summary)) continue;
      const { better, choices, costUsd } = await comparePair(judge, task.issue, [
        { patch: await textOf(first), verifier: outcomeOf(first.summary) },
        { patch: await textOf(second), verifier: outcomeOf(second.summary) },
      ]);
      judged.push({ task: task.id, repeat, better, choices, judge_cost_usd: costUsd });
    }
  return judged;
};
