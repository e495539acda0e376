import { nameSpec, readModelSpec, type ModelSpec } from '../../../core/domain/agent/model-spec.ts';
import type { MockBrief } from '../../../core/domain/agent/mock-brief.ts';
import type { LanguageModel, Models } from '../../ports/models.ts';
import { UserError } from '../../errors/user-error.ts';
import type { Environment } from './providers.ts';
import { sleep, type Sleep, withRetries } from './with-retries.ts';

const SHORTEST_SECRET = 5;

const readName = (name: string): ModelSpec => {
  const read = readModelSpec(name);
  if (read.ok) return read.spec;
  throw new UserError(
    'model-name',
    `"${name.slice(0, 200)}" is not a model: it ${read.reason}.`,
    'Write PROVIDER:MODEL, such as anthropic:claude-sonnet-4-5, or compatible:URL#MODEL.',
  );
};

const openBare = async (
  spec: ModelSpec,
  environment: Environment,
  mock: MockBrief | undefined,
): Promise<LanguageModel> => {
  if (spec.provider === 'mock') return (await import('./mock-model.ts')).openMockModel(spec.model, mock);
  if (spec.provider === 'file') return (await import('./file-model.ts')).openFileModel(spec.model);
  if (spec.provider === 'claude-cli')
    return (await import('./claude-cli-model.ts')).openClaudeCliModel(spec.model, environment);
  const { openProvider } = await import('./providers.ts');
  const provider = await openProvider(spec, environment);
  const [{ aiSdkModel }, { openPriceList }] = await Promise.all([
    import('./ai-sdk-model.ts'),
    import('./price-list.ts'),
  ]);
  const model = aiSdkModel(nameSpec(spec), provider, await openPriceList(spec));
  return spec.provider === 'compatible' ? withPlainText(model) : model;
};

/** Some servers do not support response formats: then the prompt must suffice. */
const withPlainText = (model: LanguageModel): LanguageModel => ({
  ...model,
  async complete(request) {
    const answer = await model.complete(request);
    if (answer.ok || answer.kind !== 'refused' || request.shape === undefined) return answer;
    const { shape: _, ...plain } = request;
    return model.complete(plain);
  },
});

/** Providers repeat a wrong key in their answer; results and traces must not. */
const withoutSecrets = (model: LanguageModel, environment: Environment): LanguageModel => {
  const secrets = Object.entries(environment).flatMap(([name, value = '']) =>
    /KEY|TOKEN/.test(name) && value.trim().length >= SHORTEST_SECRET ? [value.trim()] : [],
  );
  const mask = (text: string): string =>
    secrets.reduce((masked, secret) => masked.replaceAll(secret, '[key]'), text);
  return {
    ...model,
    async complete(request) {
      const answer = await model.complete(request);
      return answer.ok ? answer : { ...answer, reason: mask(answer.reason) };
    },
  };
};

/** Models by name, with keys from this environment. There is no fallback: an unavailable model is an error. */
export const openModels = (environment: Environment, wait: Sleep = sleep): Models => ({
  open: async (name, mock) => {
    const bare = await openBare(readName(name), environment, mock);
    return withRetries(withoutSecrets(bare, environment), wait);
  },
  cachedPrice: async (name) => (await import('./price-list.ts')).cachedPrice(name),
});
