import * as z from 'zod';
import { CandidateName } from '../candidate/candidate.ts';
import { Amount, Count } from '../json/document-value.ts';

/** What an agent may see and do, as listed before it starts. */
export const Allowance = z.strictObject({
  network: z.boolean(),
  variables: z.array(z.string()).readonly(),
  logins: z.array(z.string()).readonly(),
  permissions: z.string(),
});

/** One attempt of one agent; its name is that of its candidate. */
export const Entrant = z.strictObject({
  name: CandidateName,
  /** As resolved: `claude@opus`. */
  agent: z.string(),
  allowed: Allowance,
});
export type Entrant = z.infer<typeof Entrant>;

/** Null: no limit of that kind. */
export const RaceLimits = z.strictObject({
  timeoutMs: z.int().positive().describe('Time of one agent.'),
  idleMs: z.int().positive().nullable().describe('Time in which an agent prints and does nothing.'),
  tokens: Count.nullable().describe('Tokens of one agent.'),
  usd: Amount.nullable().describe('Cost of one agent.'),
  totalTokens: Count.nullable().describe('Tokens of all agents together.'),
  totalUsd: Amount.nullable().describe('Cost of all agents together.'),
});
export type RaceLimits = z.infer<typeof RaceLimits>;

export const EarlyStop = z.enum(['first-good', 'budget', 'never']);
export type EarlyStop = z.infer<typeof EarlyStop>;

/** What was asked for, frozen before the first agent starts. */
export const RaceRequest = z.strictObject({
  task: z.string(),
  base: z.strictObject({
    ref: z.string(),
    commit: z.string(),
    tree: z.string(),
    branch: z.string().nullable(),
  }),
  entrants: z.array(Entrant),
  limits: RaceLimits,
  /** Agents at work at the same time. */
  atOnce: z.int().positive(),
  earlyStop: EarlyStop,
  /** Rounds in which the best candidates get their findings back. */
  refine: Count,
  /** The agent that may combine the best candidates; null: none. */
  synthesize: z.string().nullable(),
  /** What agents are told about the repository; null: nothing. */
  brief: z.string().nullable(),
  configFile: z.string().nullable(),
  /** Agents may work without a sandbox. */
  allowDegraded: z.boolean().optional(),
  /** They do: why, in a sentence. */
  noSandbox: z.string().optional(),
});
export type RaceRequest = z.infer<typeof RaceRequest>;

/** How an attempt turned out, beside what it made. */
export const RaceLabel = z.enum([
  'done',
  'empty',
  'asked',
  'failed',
  'timed-out',
  'over-budget',
  'stopped',
  'unavailable',
  'lost',
]);
export type RaceLabel = z.infer<typeof RaceLabel>;
