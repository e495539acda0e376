import type { AgentResult } from '../domain/agent/agent-run.ts';
import type { QualityResult, SecurityResult } from '../domain/evidence/assessment.ts';
import type { BenchScores, BenchSettings, BenchSummary, BenchUsage } from '../domain/bench/bench-summary.ts';
import type { BenchmarkFacts } from '../domain/bench/benchmark-facts.ts';
import { BenchmarkPolicy } from '../domain/bench/benchmark-policy.ts';
import type { Flag } from '../domain/flags/flag.ts';
import type { Cell } from '../domain/evidence/matrix.ts';
import { mapMeasured, type Measured, missing, valueOrNull } from '../domain/measured.ts';
import type { BenchTask, TaskTests } from '../domain/bench/bench-task.ts';
import type { TaskCells } from '../domain/bench/task-result.ts';
import { round4, roundAll } from '../math/round4.ts';
import { countedTotal } from '../math/total-rule.ts';
import { scoreBenchmark } from '../score/benchmark/model.ts';
import { USUAL_SCALES } from '../score/benchmark/score-efficiency.ts';
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
  /** Messages of the flags that block; null: there are none. */
  readonly stopped: string | null;
  /** The price of cached input relative to that of other input; missing or absent: it counts in full. */
  readonly cachedPrice?: Measured<number>;
};

export type BenchRun = {
  readonly task: Pick<BenchTask, 'id' | 'hash' | 'language' | 'kind' | 'tests' | 'efficiency'>;
  readonly runId: string;
  readonly engineVersion: string;
  readonly startedAt: string;
  readonly model: string;
  readonly repeat: number;
  readonly settings: BenchSettings;
  /** How it is scored; absent: by the defaults. */
  readonly policy?: Pick<BenchmarkPolicy, 'weights' | 'efficiency' | 'total'>;
};

const USUAL = BenchmarkPolicy.parse({});

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

/** Cached input counts at its price: re-reading what the provider kept costs a fraction of reading it. */
const countTokens = ({ agent, cachedPrice }: BenchSeen): Measured<number> =>
  mapMeasured(agent.usage, ({ total, cached }) => {
    const share = cachedPrice?.known === true ? cachedPrice.value : 1;
    return Math.round(total - cached * (1 - share));
  });

const scalesOf = ({ task, policy = USUAL }: BenchRun): BenchmarkFacts['scales'] => {
  const { tokens = policy.efficiency.tokens, steps = policy.efficiency.steps } = task.efficiency ?? {};
  return { ...(tokens === undefined ? {} : { tokens }), ...(steps === undefined ? {} : { steps }) };
};

export const benchFacts = (run: BenchRun, seen: BenchSeen): BenchmarkFacts => ({
  tests: tallyTask(run.task.tests, seen.cells),
  tokens: countTokens(seen),
  steps: seen.agent.steps,
  ...seen.assessment.facts,
  judges: seen.judges.replies,
  weights: (run.policy ?? USUAL).weights,
  scales: scalesOf(run),
});

const cacheNote = ({ agent, cachedPrice }: BenchSeen): readonly string[] =>
  agent.usage.known && agent.usage.value.cached > 0 && cachedPrice?.known !== true
    ? [`cached input counts in full: ${cachedPrice?.reason ?? 'its price is not known'}`]
    : [];

const UNSOLVED = 'not solved, so only its functional part counts';

/** Evidence of one run → `summary.json`, without the digests of the files beside it. */
export const summariseBench = (run: BenchRun, seen: BenchSeen): UnsealedSummary => {
  const { agent, cells, assessment, judges } = seen;
  const facts = benchFacts(run, seen);
  const card = scoreBenchmark(facts);
  const { functional = null } = card.breakdown;
  const usage = usageOf(agent);
  const { flags, stopped } = seen;
  const documented = stopped === null || card.total === null ? card.total : 0;
  const solved = functional === null ? null : functional === 1 && stopped === null;
  const rule = (run.policy ?? USUAL).total;
  const scores = { ...NOTHING, ...card.breakdown };
  const total =
    rule === 'documented' ? documented : countedTotal(documented, { solved, scores, weights: card.weights });
  return {
    ...headOf(run),
    status: card.status === 'scored' ? 'scored' : 'infrastructure',
    solved,
    scores: { ...NOTHING, ...roundAll({ ...card.breakdown, total }) },
    reasons: {
      ...(total === documented ? {} : { total: UNSOLVED }),
      ...(agent.costUsd.known ? {} : { cost_usd: agent.costUsd.reason }),
      ...card.reasons,
      ...(stopped === null ? {} : { total: stopped }),
    },
    weights: roundAll(card.weights),
    metric_details: {
      functional: {
        fail_to_pass: unsolved(run.task.tests.fail_to_pass, cells.fail_to_pass),
        pass_to_pass: unsolved(run.task.tests.pass_to_pass, cells.pass_to_pass),
      },
      quality: assessment.quality.details,
      security: assessment.security.details,
      efficiency: {
        tokens: valueOrNull(facts.tokens),
        steps: usage.steps,
        scales: { ...USUAL_SCALES, ...facts.scales },
        ...(seen.cachedPrice?.known === true ? { cached_price: round4(seen.cachedPrice.value) } : {}),
      },
      human_like: judges.details,
      total: { rule, documented: documented === null ? null : round4(documented) },
    },
    usage,
    cost_usd: agent.costUsd.known ? round4(agent.costUsd.value) : null,
    ended: { how: agent.ended, reason: agent.reason },
    notes: [...card.notes, ...cacheNote(seen), ...flags.map(({ id, sentence }) => `flag ${id}: ${sentence}`)],
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
