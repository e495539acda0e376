import type { AgentResult } from '../domain/agent/agent-run.ts';
import type { QualityResult, SecurityResult } from '../domain/evidence/assessment.ts';
import type { BenchScores, BenchSettings, BenchSummary, BenchUsage } from '../domain/bench/bench-summary.ts';
import type { BenchmarkFacts } from '../domain/bench/benchmark-facts.ts';
import { BenchmarkWeights } from '../domain/bench/benchmark-facts.ts';
import type { Flag } from '../domain/flags/flag.ts';
import type { Cell } from '../domain/evidence/matrix.ts';
import { mapMeasured, type Measured, missing, valueOrNull } from '../domain/measured.ts';
import type { BenchTask, TaskTests } from '../domain/bench/bench-task.ts';
import type { TaskCells } from '../domain/bench/task-result.ts';
import { round4, roundAll } from '../math/round4.ts';
import { scoreBenchmark } from '../score/benchmark/model.ts';
import { tallyTask, tallyTests } from '../score/benchmark/tally-tests.ts';

/** What judges reported, apart from what the agent did. */
export type JudgeVotes = {
  readonly replies: BenchmarkFacts['judges'];
  readonly details: Readonly<Record<string, unknown>>;
};

/** Everything observed in one run. */
export type BenchSeen = {
  readonly agent: AgentResult;
  readonly cells: TaskCells;
  readonly assessment: {
    readonly facts: Pick<BenchmarkFacts, 'quality' | 'security'>;
    readonly quality: QualityResult;
    readonly security: SecurityResult;
  };
  readonly judges: JudgeVotes;
  readonly flags: readonly Flag[];
  /** What the flags that block say; null: none does. */
  readonly stopped: string | null;
};

export type BenchRun = {
  readonly task: Pick<BenchTask, 'id' | 'hash' | 'language' | 'kind' | 'tests'>;
  readonly runId: string;
  readonly engineVersion: string;
  readonly startedAt: string;
  readonly model: string;
  readonly repeat: number;
  readonly settings: BenchSettings;
};

export type UnsealedSummary = Omit<BenchSummary, 'files'>;

const usageOf = ({ usage, steps, toolCalls, invalidCalls, wallMs }: AgentResult): BenchUsage => {
  const tokens = valueOrNull(usage);
  return {
    input_tokens: tokens?.input ?? null,
    output_tokens: tokens?.output ?? null,
    cached_tokens: tokens?.cached ?? null,
    total_tokens: tokens?.total ?? null,
    steps: valueOrNull(steps),
    tool_calls: valueOrNull(toolCalls),
    invalid_calls: valueOrNull(invalidCalls),
    wall_ms: Math.round(wallMs),
  };
};

const unsolved = (tests: TaskTests, seen: Measured<Cell>): Readonly<Record<string, unknown>> => {
  const tally = tallyTests(tests, seen);
  if (!tally.known) return { reason: tally.reason };
  const green = new Set(seen.known ? seen.value.passed : []);
  const failed = Array.isArray(tests) ? tests.filter((id) => !green.has(id)) : [];
  return { ...tally.value, failed };
};

const headOf = ({ task, runId, engineVersion, startedAt, model, repeat, settings }: BenchRun) => ({
  version: 1 as const,
  run_id: runId,
  engine_version: engineVersion,
  started_at: startedAt,
  task: task.id,
  task_hash: task.hash,
  language: task.language,
  kind: task.kind,
  model,
  repeat,
  settings,
});

const NOTHING: BenchScores = {
  functional: null,
  quality: null,
  security: null,
  efficiency: null,
  human_like: null,
  total: null,
};

/** The model, the sandbox or the machine failed: that is not a score of the agent, not even a bad one. */
export const summariseFailure = (run: BenchRun, agent: AgentResult): UnsealedSummary => ({
  ...headOf(run),
  status: 'infrastructure',
  solved: null,
  scores: NOTHING,
  reasons: Object.fromEntries(Object.keys(NOTHING).map((metric) => [metric, agent.reason])),
  weights: {},
  metric_details: {},
  usage: usageOf(agent),
  cost_usd: valueOrNull(agent.costUsd),
  ended: { how: agent.ended, reason: agent.reason },
  notes: [],
});

export const benchFacts = (run: BenchRun, seen: BenchSeen): BenchmarkFacts => ({
  tests: tallyTask(run.task.tests, seen.cells),
  tokens: mapMeasured(seen.agent.usage, ({ total }) => total),
  steps: seen.agent.steps,
  ...seen.assessment.facts,
  judges: seen.judges.replies,
  weights: BenchmarkWeights.parse({}),
});

/** Evidence of one run → `summary.json`, without the digests of the files beside it. */
export const summariseBench = (run: BenchRun, seen: BenchSeen): UnsealedSummary => {
  const { agent, cells, assessment, judges } = seen;
  const facts = benchFacts(run, seen);
  const card = scoreBenchmark(facts);
  const { functional = null } = card.breakdown;
  const usage = usageOf(agent);
  const { flags, stopped } = seen;
  const total = stopped === null || card.total === null ? card.total : 0;
  return {
    ...headOf(run),
    status: card.status === 'scored' ? 'scored' : 'infrastructure',
    solved: functional === null ? null : functional === 1 && stopped === null,
    scores: { ...NOTHING, ...roundAll({ ...card.breakdown, total }) },
    reasons: { ...card.reasons, ...(stopped === null ? {} : { total: stopped }) },
    weights: roundAll(card.weights),
    metric_details: {
      functional: {
        fail_to_pass: unsolved(run.task.tests.fail_to_pass, cells.fail_to_pass),
        pass_to_pass: unsolved(run.task.tests.pass_to_pass, cells.pass_to_pass),
      },
      quality: assessment.quality.details,
      security: assessment.security.details,
      efficiency: { tokens: usage.total_tokens, steps: usage.steps },
      human_like: judges.details,
    },
    usage,
    cost_usd: agent.costUsd.known ? round4(agent.costUsd.value) : null,
    ended: { how: agent.ended, reason: agent.reason },
    notes: [...card.notes, ...flags.map(({ id, sentence }) => `flag ${id}: ${sentence}`)],
    ...(flags.length === 0 ? {} : { flags: [...flags] }),
  };
};

/** If no judge was asked. */
export const noJudges = (reason: string): JudgeVotes => ({
  replies: missing('not-configured', reason),
  details: { reason },
});

/** One line for judges. */
export const verifierLine = (tests: BenchTask['tests'], cells: TaskCells): string => {
  const say = (name: string, list: TaskTests, seen: Measured<Cell>): string => {
    const tally = tallyTests(list, seen);
    return tally.known
      ? `${tally.value.passed} of ${tally.value.total} ${name}`
      : `${name} not known: ${tally.reason}`;
  };
  return [
    say('tests that were to be fixed pass', tests.fail_to_pass, cells.fail_to_pass),
    say('tests that passed before still pass', tests.pass_to_pass, cells.pass_to_pass),
  ].join('; ');
};
