import { Authorship } from '../candidate/authorship.ts';
import * as z from 'zod';
import { Entrant, RaceLabel } from '../race/race-request.ts';
import { AgentEnd, AgentResult } from '../agent/agent-run.ts';
import { TokenUsage } from '../agent/token-usage.ts';
import { BenchSummary } from '../bench/bench-summary.ts';
import { Candidate, CandidateSource } from '../candidate/candidate.ts';
import { CheckOutcome } from '../check/check-outcome.ts';
import { Trial } from '../experiment/trial.ts';
import { Amount, Count } from '../json/document-value.ts';
import { measuredOf } from '../measured.ts';

const Names = z.array(z.string()).readonly();
const Detail = z.record(z.string(), z.unknown());
const Ms = z.number();

const eventOf = <Name extends string, Shape extends z.ZodRawShape>(event: Name, shape: Shape) =>
  z.object({ event: z.literal(event), ...shape });

/** The life of any run. A run that fails or is aborted can be resumed. */
const lifecycle = [
  /** The first line of a trace; the digest covers the request as it was written. */
  eventOf('created', {
    engineVersion: z.string(),
    digest: z.string(),
    request: z.looseObject({ startedAt: z.string() }),
  }),
  eventOf('resumed', { engineVersion: z.string() }),
  eventOf('run_started', { run: z.string(), kind: z.enum(['evaluation', 'experiment', 'race']) }),
  eventOf('stage', { text: z.string() }),
  eventOf('note', { text: z.string() }),
  /** US dollars spent by this run so far. */
  eventOf('cost', { usd: Amount }),
  /** The work is done; the run is stored once its manifest is sealed. */
  eventOf('run_finished', { winner: z.string().nullable() }),
  eventOf('run_failed', { reason: z.string() }),
  eventOf('run_aborted', { reason: z.string() }),
] as const;

const Installed = z.discriminatedUnion('status', [
  z.object({ status: z.literal('none') }),
  z.object({ status: z.literal('installed'), reused: z.boolean(), durationMs: Ms }),
  z.object({ status: z.literal('failed'), reason: z.string(), logFile: z.string() }),
]);

const FinishedCheck = {
  /** The candidates that share the tree, or `baseline`. */
  owners: Names,
  check: z.string(),
  outcome: CheckOutcome,
  /** Test counts, if they can be read; an exit code also counts tests that are expected to fail. */
  tests: z.object({ passed: Count, failed: Count }).optional(),
};

const evaluation = [
  eventOf('started', {
    base: z.object({
      ref: z.string(),
      commit: z.string(),
      tree: z.string(),
      branch: z.string().nullable(),
    }),
    candidates: z.array(Candidate).readonly(),
    profile: z.string(),
  }),
  eventOf('applied', {
    candidate: z.string(),
    source: CandidateSource,
    tree: z.string(),
    sha256: z.string(),
    authorship: Authorship.optional(),
  }),
  eventOf('rejected', { candidate: z.string(), source: CandidateSource, reason: z.string() }),
  eventOf('prepared', { installed: Installed }),
  /** What will be checked: the baseline and every candidate that applies. */
  eventOf('field', { owners: Names, checks: Names }),
  eventOf('check_started', { owners: Names, check: z.string() }),
  /** A check that ran now. */
  eventOf('check', FinishedCheck),
  /** A check whose stored result was reused. */
  eventOf('check_reused', FinishedCheck),
  /** Dependencies of a candidate that changed a manifest. */
  eventOf('install', { owners: Names, outcome: CheckOutcome }),
] as const;

/** One planned trial: everything its result depends on, by name. */
const planned = {
  task: z.string(),
  configuration: z.string(),
  trial: Count,
  round: Count,
  seed: Count,
};

const experiment = [
  eventOf('trials_planned', { trials: Count, what: z.string() }),
  eventOf('trial_started', planned),
  /** The machine failed; the trial runs a second time. */
  eventOf('trial_lost', { ...planned, reason: z.string() }),
  eventOf('trial', { key: z.string(), trial: Trial }),
] as const;

const benchmark = [
  eventOf('task', { task: z.string(), hash: z.string(), model: z.string(), repeat: Count }),
  eventOf('verification', { fail_to_pass: z.unknown(), pass_to_pass: z.unknown(), log: z.string() }),
  z.looseObject({ event: z.literal('quality_detail') }),
  z.looseObject({ event: z.literal('security_detail') }),
  eventOf('metric_computed', {
    scores: z.record(z.string(), z.number().nullable()),
    reasons: z.record(z.string(), z.string()),
  }),
  /** Never in a trace: summary.json has the digest of its trace. */
  eventOf('task_finished', { summary: BenchSummary }),
] as const;

const ToolCall = z.object({ id: z.string(), name: z.string(), input: z.string() });
const Printed = z.object({ text: z.string(), leftOutBytes: Count });

/** In a comparison, where trials may run at the same time: the key of the trial that it belongs to. */
const within = { within: z.string().optional() };

const actorOf = <Name extends string, Shape extends z.ZodRawShape>(event: Name, shape: Shape) =>
  eventOf(event, { ...shape, ...within });

/** What an agent or a judge does. Programs report less than the built-in agent. */
const actors = [
  actorOf('agent_started', {
    agent: z.string().optional(),
    model: z.string().nullish(),
    prompt: z.string(),
    system: z.string().optional(),
    tools: Names.optional(),
    limits: Detail,
  }),
  actorOf('model_turn', {
    step: Count,
    text: z.string(),
    model: z.string().optional(),
    toolCalls: z.array(ToolCall).readonly().optional(),
    usage: measuredOf(TokenUsage).optional(),
    costUsd: measuredOf(Amount).optional(),
    stopped: z.string().optional(),
    ms: Ms.optional(),
  }),
  actorOf('model_retry', { step: Count, attempt: Count, waitMs: Ms, reason: z.string() }),
  actorOf('model_failed', { step: Count, kind: z.string(), reason: z.string(), ms: Ms }),
  actorOf('context_compacted', { step: Count, before: Count, after: Count }),
  actorOf('tool_call', { step: Count, ...ToolCall.shape }),
  actorOf('tool_result', {
    step: Count,
    id: z.string(),
    name: z.string(),
    failed: z.boolean(),
    text: z.string(),
    leftOut: Count.optional(),
    ms: Ms.optional(),
  }),
  actorOf('budget_exhausted', {
    budget: AgentEnd,
    limit: z.number(),
    used: z.number().nullable(),
  }),
  actorOf('agent_output', { stdout: Printed, stderr: Printed }),
  actorOf('agent_ended', AgentResult.shape),
  actorOf('judge_asked', {
    mode: z.enum(['personas', 'pairwise', 'rubric']),
    model: z.string(),
    candidate: z.string().optional(),
  }),
  /** Without `mode` it is one persona's vote on one change. */
  actorOf('judge_vote', {
    mode: z.enum(['pairwise', 'rubric']).optional(),
    candidate: z.string().optional(),
    persona: z.string().optional(),
    model: z.string().optional(),
    score: measuredOf(z.number()).optional(),
    criteria: measuredOf(z.array(z.number()).readonly()).optional(),
    better: measuredOf(z.string()).optional(),
    rationale: z.string().nullish(),
    reply: measuredOf(z.string()).optional(),
    replies: z.array(measuredOf(z.string())).readonly().optional(),
    usage: measuredOf(TokenUsage).optional(),
    costUsd: measuredOf(Amount).optional(),
  }),
] as const;

/** Agents that compete on one task. */
const race = [
  /** `no_sandbox`: nothing limits the agents, and why. */
  eventOf('race_started', {
    entrants: z.array(Entrant).readonly(),
    task: z.string(),
    no_sandbox: z.string().optional(),
  }),
  /** `round` is 0 for the first attempts, then counts refinements. */
  eventOf('agent_at_work', { agent: z.string(), spec: z.string(), round: Count, trace: z.string() }),
  /** Now and then, with everything known so far; null: not known. */
  eventOf('agent_progress', {
    agent: z.string(),
    action: z.string(),
    steps: Count,
    tool_calls: Count,
    tokens: Count.nullable(),
    usd: Amount.nullable(),
    files: Count.nullable(),
  }),
  eventOf('agent_done', {
    agent: z.string(),
    spec: z.string(),
    round: Count,
    label: RaceLabel,
    reason: z.string(),
    files: Count,
    /** Of its patch. */
    sha256: z.string(),
    tree: z.string(),
    /** Null: it never started. */
    result: AgentResult.nullable(),
  }),
  /** An evaluation on the way, stored as a run of its own. */
  eventOf('race_evaluated', { run: z.string(), round: Count, winner: z.string().nullable() }),
  /** Agents are done: what the evaluation in this run is made of, for resuming it. */
  eventOf('evaluation_planned', { evaluation: z.record(z.string(), z.unknown()) }),
] as const;

/** One event of an evaluation, an experiment or a benchmark: the trace on disk and the live progress. */
export const RunEvent = z.discriminatedUnion('event', [
  ...lifecycle,
  ...evaluation,
  ...experiment,
  ...benchmark,
  ...actors,
  ...race,
]);
export type RunEvent = z.infer<typeof RunEvent>;

/** An event of any version with its time, as a trace has it. */
export type TimedEvent = { readonly event: string; readonly time: string };

/** An event this version does not know, or knows in another shape. */
export type UnknownEvent = {
  readonly event: 'unknown';
  readonly name: string;
  readonly detail: Readonly<Record<string, unknown>>;
};

/** Total: events of other versions are kept as unknown ones. */
export const readRunEvent = (
  written: { readonly event: string } & Readonly<Record<string, unknown>>,
): RunEvent | UnknownEvent => {
  const read = RunEvent.safeParse(written);
  return read.success ? read.data : { event: 'unknown', name: written.event, detail: written };
};

export type OnEvent = (event: RunEvent) => void;
