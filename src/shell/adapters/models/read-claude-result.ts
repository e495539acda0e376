import { ClaudeResult, claudeCost, claudeModel, claudeUsage } from '../../../core/agent/claude-result.ts';
import type { Measured } from '../../../core/domain/measured.ts';
import type { TokenUsage } from '../../../core/domain/agent/token-usage.ts';
import { printableLine } from '../../../core/report/text/printable.ts';
import type { ModelFault } from '../../ports/models.ts';
import { parseJson } from '../../../core/domain/json/parse-json.ts';

export type ClaudeTurn = {
  readonly ok: true;
  readonly text: string;
  readonly usage: Measured<TokenUsage>;
  readonly costUsd: Measured<number>;
  readonly model: string | null;
};

const RATE = /rate limit|usage limit|session limit|hit your limit|429|overloaded|529/i;
const TOO_MANY = 429;

/** Reads what `claude -p --output-format json` printed; null if it is not a result. */
export const readClaudeResult = (stdout: string): ClaudeTurn | ModelFault | null => {
  const printed = parseJson(stdout);
  // Some versions print all messages, with the result last.
  const parsed = ClaudeResult.safeParse(Array.isArray(printed) ? printed.at(-1) : printed);
  if (!parsed.success) return null;
  const { is_error: failed, result, api_error_status: status } = parsed.data;
  if (failed)
    return {
      ok: false,
      kind: status === TOO_MANY || RATE.test(result) ? 'rate-limited' : 'refused',
      reason: `says: ${printableLine(result, 300)}`,
    };
  return {
    ok: true,
    text: result,
    usage: claudeUsage(parsed.data),
    costUsd: claudeCost(parsed.data),
    model: claudeModel(parsed.data),
  };
};
