import { judgeAgreement } from '../../core/judge/judge-agreement.ts';
import { compareModels } from '../../core/decide/bench/compare-models.ts';
import { leaderboard } from '../../core/decide/bench/leaderboard.ts';
import type { Leaderboard } from '../../core/domain/bench/bench-leaderboard.ts';
import type { ModelComparison } from '../../core/domain/bench/model-comparison.ts';
import { valueOrNull } from '../../core/domain/measured.ts';
import type { DiffPart, DiffView } from '../../core/domain/window/diff-view.ts';
import type { RunRow } from '../../core/domain/window/run-row.ts';
import type { BenchmarkView } from '../../core/domain/window/run-view.ts';
import type { AgentTurn } from '../../core/domain/window/transcript-view.ts';
import { toComparisonContract, toLeaderboardContract } from '../../core/report/bench/bench-json.ts';
import { costPlot } from '../../core/report/bench/cost-plot.ts';
import {
  failedTests,
  runSentences,
  scoreLines,
  usageSentences,
} from '../../core/report/bench/run-sentences.ts';
import { agentTurns } from '../../core/view/agent-turns.ts';
import { UserError } from '../errors/user-error.ts';
import type { StoredBenchRun } from '../ports/bench-store.ts';
import type { StoredEvent } from '../ports/run-store.ts';
import { diffOfPatch, partOfPatch } from './diff-view.ts';
import { findRow } from './find-run.ts';
import { shortTexts } from './live-feed.ts';
import type { WindowTools } from './window-tools.ts';

const MOST_EVENTS = 2_000;

/** A finished benchmark run; damage is a UserError. */
const findBench = async (tools: WindowTools, id: string): Promise<StoredBenchRun> => {
  const { runs, unreadable } = await tools.bench.list();
  const found = runs.find(({ summary }) => summary.run_id === id);
  if (found !== undefined) return found;
  const broken = unreadable.find(({ folder }) => folder.endsWith(id));
  throw broken === undefined
    ? new UserError(
        'bench-run',
        `No benchmark run is called ${id.slice(0, 60)}`,
        'The list of runs has them.',
      )
    : new UserError('bench-run', `Run ${id} cannot be read: ${broken.reason}`, 'Run the task again.');
};

export const benchmarkView = async (tools: WindowTools, row: RunRow): Promise<BenchmarkView> => {
  if (row.state === 'running' || row.state === 'unfinished')
    return { kind: 'benchmark', run: row, summary: null, metrics: [], failedTests: [], sentences: [] };
  const { summary } = await findBench(tools, row.id);
  return {
    kind: 'benchmark',
    run: row,
    summary,
    metrics: scoreLines(summary).map(({ metric, score, reason }) => ({
      key: metric,
      score,
      reason,
      weight: Object.hasOwn(summary.weights, metric) ? (summary.weights[metric] ?? null) : null,
    })),
    failedTests: failedTests(summary).map(({ title, tests, more }) => ({ title, tests: [...tests], more })),
    sentences: [...runSentences(summary), ...usageSentences(summary)],
  };
};

export type BenchTrace = {
  readonly total: number;
  readonly from: number;
  readonly events: readonly StoredEvent[];
  readonly turns: readonly AgentTurn[];
};

const eventsOf = async (tools: WindowTools, id: string): Promise<readonly StoredEvent[]> => {
  const row = await findRow(tools, id);
  if (row.state === 'complete') return tools.bench.readTrace(await findBench(tools, row.id));
  throw new UserError(
    'run-unfinished',
    `Run ${row.id} is not finished, so there is no complete trace to read.`,
    `Follow /api/bench/${row.id}/events.`,
  );
};

/** What the agent did: all of its turns, and a page of raw events. */
export const benchTrace = async (
  tools: WindowTools,
  id: string,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<BenchTrace> => {
  const events = await eventsOf(tools, id);
  return {
    total: events.length,
    from,
    events: shortTexts(events.slice(from, from + Math.min(count, MOST_EVENTS))) as StoredEvent[],
    turns: shortTexts(agentTurns(events)) as AgentTurn[],
  };
};

export const benchDiff = async (tools: WindowTools, id: string): Promise<DiffView> => {
  const run = await findBench(tools, (await findRow(tools, id)).id);
  return diffOfPatch(await tools.bench.readPatch(run), run.summary.model);
};

export const benchDiffPart = async (tools: WindowTools, id: string, index: number): Promise<DiffPart> =>
  partOfPatch(await tools.bench.readPatch(await findBench(tools, (await findRow(tools, id)).id)), index);

const summariesOver = async (tools: WindowTools) => {
  const [{ runs }, tasks] = await Promise.all([tools.bench.list(), tools.tasks()]);
  const hashes = new Map(tasks.map(({ id, hash }) => [id, hash]));
  return { hashes, summaries: runs.map(({ summary }) => summary) };
};

/** Models ranked, as `hydra bench leaderboard` does, and the plot of success against cost. */
export const modelBoard = async (
  tools: WindowTools,
): Promise<{
  readonly board: Leaderboard;
  readonly judges: { readonly alpha: number | null; readonly reason: string | null };
  readonly plot: ReturnType<typeof costPlot>;
}> => {
  const { hashes, summaries } = await summariesOver(tools);
  const counted = summaries.filter(({ task }) => hashes.has(task));
  const board = leaderboard(counted, hashes);
  const agreement = judgeAgreement(counted);
  return {
    board: toLeaderboardContract(board),
    judges: { alpha: valueOrNull(agreement), reason: agreement.known ? null : agreement.reason },
    plot: costPlot(board),
  };
};

/** Two models paired by task, as `hydra bench compare` does. */
export const comparedModels = async (
  tools: WindowTools,
  first: string,
  second: string,
): Promise<ModelComparison> => {
  const { hashes, summaries } = await summariesOver(tools);
  return toComparisonContract(compareModels(summaries, hashes, [first, second]));
};
