import { readModelSpec, type ModelSpec } from '../../../core/domain/agent/model-spec.ts';
import { measured, missing, type Measured } from '../../../core/domain/measured.ts';
import type { TokenUsage } from '../../../core/domain/agent/token-usage.ts';

export type Billed = TokenUsage & { readonly cacheWritten: number };
export type PriceList = {
  readonly known: boolean;
  /** Tokens that fit into one request, if the list says. */
  readonly contextTokens?: number;
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
  const listed = providerId === undefined ? null : calcPrice({ input_tokens: 1 }, model, { providerId });
  const window = listed?.model.context_window;
  return {
    known: price({ input_tokens: 1, output_tokens: 1 }) !== null,
    ...(window === undefined ? {} : { contextTokens: window }),
    priceOf: (usage) => {
      if (!usage.known) return missing('infrastructure', 'the provider did not report its token usage');
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
        return missing('infrastructure', `the price cannot be computed: ${(error as Error).message}`);
      }
    },
  };
};

/** Below the number of tokens above which some providers charge another price. */
const SOME_TOKENS = 1000;

/** What cached input costs relative to other input, for `PROVIDER:MODEL` or a provider's own model name. */
export const cachedPrice = async (name: string): Promise<Measured<number>> => {
  const { calcPrice } = await import('@pydantic/genai-prices');
  const spec = readModelSpec(name);
  const { provider, model } = spec.ok ? spec.spec : { provider: '', model: name };
  const providerId = Object.hasOwn(PROVIDER_IDS, provider) ? PROVIDER_IDS[provider] : undefined;
  const usd = (cached: number): number | null =>
    calcPrice(
      { input_tokens: SOME_TOKENS, cache_read_tokens: cached },
      model,
      providerId === undefined ? {} : { providerId },
    )?.input_price ?? null;
  try {
    const [full, read] = [usd(0), usd(SOME_TOKENS)];
    if (full !== null && read !== null && full > 0 && read >= 0) return measured(Math.min(1, read / full));
  } catch {
    // A name that the list cannot parse has no price.
  }
  return missing('not-configured', `the price of ${name.slice(0, 200)} is not known`);
};
