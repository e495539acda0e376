import type { AgentResult } from '../../core/domain/agent/agent-run.ts';
import type { BenchTask } from '../../core/domain/bench/bench-task.ts';
import type { BenchSeen, JudgeVotes } from '../../core/bench/summarise-bench.ts';
import type { RunEvent } from '../../core/domain/run/run-event.ts';
import { integrityGate } from '../../core/conclude/integrity.ts';
import { assessTrees } from '../assess/assess-trees.ts';
import { inspectChange } from '../evaluate/change/inspect-change.ts';
import type { TaskPlace } from './tasks/in-task-repository.ts';
import { planBenchTask } from './tasks/plan-bench-task.ts';
import { verifyChanges, type Verified } from './verify-change.ts';

const NAME = 'agent';

export type Graded = {
  readonly agent: AgentResult;
  /** The agent's change to the base. */
  readonly tree: string;
};

type Grading = {
  readonly task: BenchTask;
  readonly graded: Graded;
  readonly judge: (verified: Verified) => Promise<JudgeVotes>;
  readonly record: (event: RunEvent) => Promise<void>;
};

/** Measures everything about a change, cheapest failures first. */
export const gradeChange = async (
  place: TaskPlace,
  { task, graded, judge, record }: Grading,
): Promise<BenchSeen> => {
  const { tools, base } = place;
  const { tree, agent } = graded;
  const change = { name: NAME, tree: tree === base.tree ? null : tree };
  const verified = (await verifyChanges(place, task, [change])).get(NAME)!;
  const { fail_to_pass, pass_to_pass, log } = verified;
  await record({ event: 'verification', fail_to_pass, pass_to_pass, log });
  const { config, plan } = await planBenchTask(tools, base, task);
  const { install } = plan;
  const assessment = await assessTrees(tools, {
    base,
    tree,
    programs: true,
    install,
    sandbox: config.sandbox,
    formula: config.scoring.quality_formula ?? 'change',
  });
  await record({ event: 'quality_detail', ...assessment.quality });
  await record({ event: 'security_detail', ...assessment.security });
  const judges = await judge(verified);
  const inspected = await inspectChange(tools, { base, tree, trust: config.trust });
  const flags = [...inspected.flags, ...verified.flags];
  const stopped = integrityGate(flags, config.trust);
  return { agent, cells: { fail_to_pass, pass_to_pass }, assessment, judges, flags, stopped };
};
