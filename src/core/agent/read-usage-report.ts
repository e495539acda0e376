import * as z from 'zod';
import { Amount, Count } from '../domain/json/document-value.ts';
import { measured, missing, type Measured } from '../domain/measured.ts';
import type { TokenUsage } from '../domain/agent/token-usage.ts';
import { parseJson } from '../domain/json/parse-json.ts';

const LONGEST = 500;

/** What a program may write to $HYDRA_USAGE_FILE; each part is optional, and unknown ones are ignored. */
const UsageReport = z.looseObject({
  input_tokens: Count.optional(),
  output_tokens: Count.optional(),
  cached_tokens: Count.optional(),
  cost_usd: Amount.optional(),
  steps: Count.optional(),
  tool_calls: Count.optional(),
  model: z.string().max(LONGEST).optional(),
});

export type ReportedUsage = {
  readonly usage: Measured<TokenUsage>;
  readonly costUsd: Measured<number>;
  readonly steps: Measured<number>;
  readonly toolCalls: Measured<number>;
  readonly model: string | null;
};

const nothingKnown = (reason: string): ReportedUsage => {
  const unknown = missing('not-configured', reason);
  return { usage: unknown, costUsd: unknown, steps: unknown, toolCalls: unknown, model: null };
};

const reported = <T>(value: T | undefined, what: string): Measured<T> =>
  value === undefined ? missing('not-configured', `the agent did not report its ${what}`) : measured(value);

/** What a program reports to have used; what it leaves out is unknown. Total. */
export const readUsageReport = (text: string): ReportedUsage => {
  if (text.trim() === '') return nothingKnown('the agent wrote no usage report');
  const read = UsageReport.safeParse(parseJson(text));
  if (!read.success) return nothingKnown('the usage report of the agent is not understood');
  const { input_tokens: input, output_tokens: output, cached_tokens: cached = 0 } = read.data;
  const both = input === undefined || output === undefined ? undefined : { input, output, cached };
  return {
    usage: reported(both && { ...both, total: both.input + both.output }, 'tokens'),
    costUsd: reported(read.data.cost_usd, 'cost'),
    steps: reported(read.data.steps, 'steps'),
    toolCalls: reported(read.data.tool_calls, 'tool calls'),
    model: read.data.model ?? null,
  };
};
