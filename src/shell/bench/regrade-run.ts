import type { AgentResult } from '../../core/domain/agent/agent-run.ts';
import { type BenchmarkFacts, JudgeReply } from '../../core/domain/bench/benchmark-facts.ts';
import type { BenchSummary } from '../../core/domain/bench/bench-summary.ts';
import type { BenchmarkPolicy } from '../../core/domain/bench/benchmark-policy.ts';
import { measured } from '../../core/domain/measured.ts';
import type { BenchTask } from '../../core/domain/bench/bench-task.ts';
import { type JudgeVotes, noJudges, summariseBench } from '../../core/bench/summarise-bench.ts';
import type { BenchStore, StoredBenchRun } from '../ports/bench-store.ts';
import type { StoredEvent } from '../ports/run-store.ts';
import { UserError } from '../errors/user-error.ts';
import type { BenchTools } from './bench-tools.ts';
import { cachedPriceOf } from './cached-price.ts';
import { gradeChange } from './grade-change.ts';
import { inTaskRepository } from './tasks/in-task-repository.ts';

const broken = (folder: string, why: string): UserError =>
  new UserError('bench-run', `${folder} cannot be graded again: ${why}`, 'Run the task again.');

const agentIn = (folder: string, events: readonly StoredEvent[]): AgentResult => {
  const ended = events.findLast((event) => event.event === 'agent_ended');
  if (ended === undefined) throw broken(folder, 'its trace does not record how the agent ended');
  const { event: _event, seq: _seq, time: _time, ...result } = ended;
  return result;
};

/** The votes as given: judges are not asked again. */
const votesIn = (summary: BenchSummary, events: readonly StoredEvent[]): JudgeVotes => {
  const details = (summary.metric_details['human_like'] ?? {}) as JudgeVotes['details'];
  const why = summary.reasons['human_like'];
  if (summary.scores.human_like === null) return { ...noJudges(why ?? 'not told'), details };
  const votes = events.filter((event) => event.event === 'judge_vote');
  const replies = votes.flatMap(({ persona, reply }) => {
    const given = reply?.known === true ? reply.value : { missing: reply?.reason ?? 'not told' };
    const read = JudgeReply.safeParse({ persona, reply: given });
    return read.success ? [read.data] : [];
  });
  const value: BenchmarkFacts['judges'] = measured(replies);
  return { replies: value, details };
};

/** Verifies, assesses and scores a stored change again, with the current task and Hydra. */
export const regradeRun = async (
  bench: BenchTools,
  store: BenchStore,
  run: StoredBenchRun,
  { task, policy }: { readonly task: BenchTask; readonly policy: BenchmarkPolicy },
): Promise<BenchSummary> => {
  const { summary, folder } = run;
  const events = await store.readTrace(run);
  const agent = agentIn(folder, events);
  const judges = votesIn(summary, events);
  return inTaskRepository(bench, task, async (place) => {
    const patch = await store.readPatch(run);
    const source = { kind: 'patch', at: `${folder}/final.patch` } as const;
    const made =
      patch.length === 0
        ? { ok: true as const, tree: place.base.tree }
        : await place.tools.repository.importCandidate(place.base, source);
    if (!made.ok) throw broken(folder, `final.patch ${made.reason}`);
    const seen = await gradeChange(place, {
      task,
      graded: { agent, tree: made.tree },
      judge: async () => judges,
      record: async () => undefined,
    });
    const head = {
      task,
      runId: summary.run_id,
      engineVersion: bench.engineVersion,
      startedAt: summary.started_at,
      model: summary.model,
      repeat: summary.repeat,
      settings: summary.settings,
      policy,
    };
    return store.replaceSummary(
      run,
      summariseBench(head, { ...seen, ...(await cachedPriceOf(bench, agent)) }),
    );
  });
};
