import type { ModelSpec } from '../../../core/domain/agent/model-spec.ts';
import { measured, missing, type Measured } from '../../../core/domain/measured.ts';
import type { TokenUsage } from '../../../core/domain/agent/token-usage.ts';

export type Billed = TokenUsage & { readonly cacheWritten: number };
export type PriceList = {
  readonly known: boolean;
  readonly priceOf: (usage: Measured<Billed>) => Measured<number>;
};

const PROVIDER_IDS: Readonly<Record<string, string>> = {
  anthropic: 'anthropic',
  openai: 'openai',
  google: 'google',
};

/** Prices of a provider's list, as bundled; custom addresses have none. */
export const openPriceList = async ({ provider, model }: ModelSpec): Promise<PriceList> => {
  const { calcPrice } = await import('@pydantic/genai-prices');
  const providerId = PROVIDER_IDS[provider];
  const price = (usage: Parameters<typeof calcPrice>[0]): number | null =>
    providerId === undefined ? null : (calcPrice(usage, model, { providerId })?.total_price ?? null);
  const unknown = missing('not-configured', `the price of ${provider}:${model} is not known`);
  return {
    known: price({ input_tokens: 1, output_tokens: 1 }) !== null,
    priceOf: (usage) => {
      if (!usage.known)
        return missing('infrastructure', 'the provider did not say how many tokens were used');
      const { input, output, cached, cacheWritten } = usage.value;
      try {
        const usd = price({
          input_tokens: input,
          output_tokens: output,
          cache_read_tokens: cached,
          cache_write_tokens: cacheWritten,
        });
        return usd === null || !Number.isFinite(usd) ? unknown : measured(usd);
      } catch (error) {
        return missing('infrastructure', `the price cannot be told: ${(error as Error).message}`);
      }
    },
  };
};
