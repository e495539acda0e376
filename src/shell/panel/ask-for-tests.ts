import type { PanelTests } from '../../core/domain/evidence/panel-tests.ts';
import { mapMeasured, missing, type Measured } from '../../core/domain/measured.ts';
import { readWrittenTests, type WrittenTest } from '../../core/panel/read-written-tests.ts';
import { type TestsPrompt, testsPrompt, testsShape } from '../../core/panel/test-prompt.ts';
import type { LanguageModel } from '../ports/models.ts';
import { askStored, shortReason, type StoringTools } from './ask-stored.ts';

const REPLY_TOKENS = 4000;
const NONCE_LETTERS = 20;

export type AskedForTests = {
  readonly asked: Omit<PanelTests, 'tests'>;
  readonly written: Measured<readonly WrittenTest[]>;
};

/** Asks a model for tests from the task alone; it sees no candidate. */
export const askForTests = async (
  tools: StoringTools,
  model: LanguageModel,
  shown: TestsPrompt,
): Promise<AskedForTests> => {
  const nonce = tools.digest(JSON.stringify(shown)).slice(0, NONCE_LETTERS);
  const paths = shown.places.map(({ path }) => path);
  const question = {
    prompt: testsPrompt(shown, nonce),
    shape: testsShape(paths),
    replyTokens: REPLY_TOKENS,
  };
  const { request, reply, costUsd, waiting } = await askStored(tools, model, question);
  const read = reply.known ? readWrittenTests(reply.value.text, paths) : reply;
  const written = read.known ? read : missing(read.cause, shortReason(read.reason));
  return {
    asked: {
      model: model.name,
      request,
      reply: mapMeasured(reply, ({ sha256 }) => sha256),
      costUsd,
      ...(waiting === undefined ? {} : { waiting }),
      files: written.known ? written.value.map(({ path }) => path) : [],
    },
    written,
  };
};
