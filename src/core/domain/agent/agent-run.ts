import * as z from 'zod';
import { Amount, Count } from '../json/document-value.ts';
import { measuredOf } from '../measured.ts';
import { TokenUsage } from './token-usage.ts';

/** What one run of the agent may use. Null: no limit of that kind. */
export const AgentLimits = z.strictObject({
  steps: z.int().positive().default(50).describe('Turns of the model.'),
  tokens: z.int().positive().nullable().default(null).describe('Tokens of all turns together.'),
  costUsd: Amount.nullable().default(null).describe('Price of all turns together, in US dollars.'),
  wallMs: z.int().positive().default(1_800_000).describe('Time from the first turn on.'),
  turnMs: z.int().positive().nullable().default(null).describe('Time of one turn of the model.'),
  commandMs: z.int().positive().default(300_000).describe('Time of one command.'),
  observationChars: z.int().positive().default(16_000).describe('What the model sees of one result.'),
});
export type AgentLimits = z.infer<typeof AgentLimits>;

/**
 * `finished`: nothing more to do. `steps` to `time`: a budget is used up. `failed`: the agent's own program gave up.
 * `context`: it wrote and read more than its model can take in.
 * `asked`: it waits for an answer of a person. `stopped`: by the user, or because another one had already won.
 * `unavailable`: the model or program could not be reached, started or understood; that says nothing about the agent.
 */
export const AgentEnd = z.enum([
  'finished',
  'steps',
  'tokens',
  'cost',
  'time',
  'context',
  'failed',
  'asked',
  'stopped',
  'unavailable',
]);
export type AgentEnd = z.infer<typeof AgentEnd>;

/** The result of one run of an agent. Steps are turns of the model. */
export const AgentResult = z.strictObject({
  model: z.string(),
  ended: AgentEnd,
  reason: z.string(),
  steps: measuredOf(Count),
  toolCalls: measuredOf(Count),
  /** Calls of tools that do not exist, or with invalid arguments. */
  invalidCalls: measuredOf(Count),
  usage: measuredOf(TokenUsage),
  costUsd: measuredOf(Amount),
  wallMs: Amount,
  /** The last message of the model. */
  answer: z.string(),
});
export type AgentResult = z.infer<typeof AgentResult>;
