import type { ModelQuestion } from '../../core/domain/evidence/model-question.ts';
import { mapMeasured, missing, type Measured } from '../../core/domain/measured.ts';
import { CALLS_SHAPE, type CallsPrompt, callsPrompt } from '../../core/panel/calls-prompt.ts';
import { readCalls } from '../../core/panel/read-calls.ts';
import type { ProposedCall } from '../../core/probe/propose-calls.ts';
import type { LanguageModel } from '../ports/models.ts';
import { askStored, shortReason, type StoringTools } from './ask-stored.ts';

const REPLY_TOKENS = 1500;
const NONCE_LETTERS = 20;

/** Asks a model for calls on which candidates behave differently. */
export const askForCalls = async (
  tools: StoringTools,
  model: LanguageModel,
  shown: CallsPrompt,
): Promise<{ readonly asked: ModelQuestion; readonly calls: Measured<readonly ProposedCall[]> }> => {
  const nonce = tools.digest(JSON.stringify(shown)).slice(0, NONCE_LETTERS);
  const question = { prompt: callsPrompt(shown, nonce), shape: CALLS_SHAPE, replyTokens: REPLY_TOKENS };
  const { request, reply, costUsd, waiting } = await askStored(tools, model, question);
  const read = reply.known ? readCalls(reply.value.text, shown.functions.length) : reply;
  return {
    asked: {
      model: model.name,
      request,
      reply: mapMeasured(reply, ({ sha256 }) => sha256),
      costUsd,
      ...(waiting === undefined ? {} : { waiting }),
    },
    calls: read.known ? read : missing(read.cause, shortReason(read.reason)),
  };
};
