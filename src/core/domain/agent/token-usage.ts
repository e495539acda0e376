import * as z from 'zod';
import { Count } from '../json/document-value.ts';

/** `cached` is the part of the input that the provider had in its cache; `total` is input and output. */
export const TokenUsage = z.strictObject({ input: Count, output: Count, cached: Count, total: Count });
export type TokenUsage = z.infer<typeof TokenUsage>;

export const NO_TOKENS: TokenUsage = { input: 0, output: 0, cached: 0, total: 0 };

export const addUsage = (left: TokenUsage, right: TokenUsage): TokenUsage => ({
  input: left.input + right.input,
  output: left.output + right.output,
  cached: left.cached + right.cached,
  total: left.total + right.total,
});
