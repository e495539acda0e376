import * as z from 'zod';
import { Amount, Count } from '../domain/json/document-value.ts';
import { measured, missing, type Measured } from '../domain/measured.ts';
import type { TokenUsage } from '../domain/agent/token-usage.ts';

/** The last thing that `claude -p` prints, alone or at the end of a stream. A part of unexpected shape is unknown. */
export const ClaudeResult = z.looseObject({
  type: z.literal('result'),
  subtype: z.string().default('success'),
  is_error: z.boolean().default(false),
  result: z.string().catch(''),
  api_error_status: z.number().optional().catch(undefined),
  total_cost_usd: Amount.optional().catch(undefined),
  usage: z
    .looseObject({
      input_tokens: Count,
      output_tokens: Count,
      cache_read_input_tokens: Count.default(0),
      cache_creation_input_tokens: Count.default(0),
    })
    .optional()
    .catch(undefined),
  modelUsage: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
export type ClaudeResult = z.infer<typeof ClaudeResult>;

export const claudeUsage = ({ usage }: ClaudeResult): Measured<TokenUsage> => {
  if (usage === undefined)
    return missing('infrastructure', 'claude did not report how many tokens were used');
  const cached = usage.cache_read_input_tokens;
  const input = usage.input_tokens + cached + usage.cache_creation_input_tokens;
  return measured({ input, output: usage.output_tokens, cached, total: input + usage.output_tokens });
};

export const claudeCost = ({ total_cost_usd: cost }: ClaudeResult): Measured<number> =>
  cost === undefined ? missing('infrastructure', 'claude did not report what it cost') : measured(cost);

/** Null if several models answered, or none is named. */
export const claudeModel = ({ modelUsage }: ClaudeResult): string | null => {
  const models = Object.keys(modelUsage ?? {});
  return models.length === 1 ? (models[0] ?? null) : null;
};
