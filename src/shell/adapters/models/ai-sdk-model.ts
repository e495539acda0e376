import type { LanguageModelV3, LanguageModelV3Usage } from '@ai-sdk/provider';
import { measured, missing, type Measured } from '../../../core/domain/measured.ts';
import type { LanguageModel } from '../../ports/models.ts';
import { asFault } from './model-fault.ts';
import type { Billed, PriceList } from './price-list.ts';
import { readStream } from './read-stream.ts';
import { toCallOptions } from './to-prompt.ts';

const isCount = (value: number | undefined): value is number =>
  value !== undefined && Number.isSafeInteger(value) && value >= 0;

/** If a provider does not report usage, it is unknown, not 0. */
const usageOf = ({ inputTokens, outputTokens }: LanguageModelV3Usage): Measured<Billed> => {
  const [input, output] = [inputTokens.total, outputTokens.total];
  if (!isCount(input) || !isCount(output) || input + output === 0)
    return missing('infrastructure', 'the provider did not report its token usage');
  const cached = isCount(inputTokens.cacheRead) ? inputTokens.cacheRead : 0;
  const cacheWritten = isCount(inputTokens.cacheWrite) ? inputTokens.cacheWrite : 0;
  return measured({ input, output, cached, cacheWritten, total: input + output });
};

/** A model of the AI SDK behind our port. Answers are streamed, so that long ones do not hit a connection's time limit. */
export const aiSdkModel = (name: string, model: LanguageModelV3, prices: PriceList): LanguageModel => ({
  name,
  priced: prices.known,
  ...(prices.contextTokens === undefined ? {} : { contextTokens: prices.contextTokens }),
  expectUsd: ({ input, output }) =>
    prices.priceOf(measured({ input, output, cached: 0, cacheWritten: 0, total: input + output })),
  async complete(request) {
    try {
      const { stream } = await model.doStream(toCallOptions(request));
      const turn = await readStream(stream);
      const billed = usageOf(turn.usage);
      const { text, toolCalls, stopped, parts } = turn;
      return {
        ok: true,
        text,
        toolCalls,
        carried: parts,
        usage: billed.known ? measured(withoutWrites(billed.value)) : billed,
        costUsd: prices.priceOf(billed),
        model: turn.model ?? model.modelId,
        stopped,
      };
    } catch (error) {
      return asFault(error, request.signal?.aborted === true, Date.now());
    }
  },
});

const withoutWrites = ({ input, output, cached, total }: Billed) => ({ input, output, cached, total });
