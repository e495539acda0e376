import { throwIfAborted } from '../../errors/abort-error.ts';
import type { LanguageModel, Models } from '../../ports/models.ts';

const abortable = (model: LanguageModel, signal: AbortSignal): LanguageModel => ({
  ...model,
  async complete(request) {
    throwIfAborted(signal);
    const either = request.signal === undefined ? signal : AbortSignal.any([request.signal, signal]);
    const turn = await model.complete({ ...request, signal: either });
    // An aborted run is not a fault of the model, and must not be recorded as one.
    throwIfAborted(signal);
    return turn;
  },
});

/** Models whose calls end with an AbortError when a run is aborted. */
export const abortableModels = (models: Models, signal: AbortSignal): Models => ({
  ...models,
  open: async (name, mock) => abortable(await models.open(name, mock), signal),
});
