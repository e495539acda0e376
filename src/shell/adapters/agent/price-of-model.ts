import type { TokenUsage } from '../../../core/domain/agent/token-usage.ts';
import { measured, missing, type Measured } from '../../../core/domain/measured.ts';

/** By the bundled price list; a name that is not in it has no price. */
export const priceOfModel = async (
  model: string,
  { input, output, cached }: TokenUsage,
): Promise<Measured<number>> => {
  const unknown = missing('not-configured', `the price of ${model} is not known`);
  try {
    const { calcPrice } = await import('@pydantic/genai-prices');
    const tokens = { input_tokens: input, output_tokens: output, cache_read_tokens: cached };
    const usd = calcPrice(tokens, model.split('/').at(-1) ?? model)?.total_price;
    return usd === undefined || !Number.isFinite(usd) ? unknown : measured(usd);
  } catch (error) {
    return missing('infrastructure', `the price of ${model} could not be computed: ${String(error)}`);
  }
};
