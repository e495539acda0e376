import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { ModelSpec } from '../../../core/domain/agent/model-spec.ts';
import { UserError } from '../../errors/user-error.ts';
import { boundedFetch } from './bounded-fetch.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const KEYS = {
  anthropic: ['ANTHROPIC_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  google: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
} as const;

const setIn = (environment: Environment, names: readonly string[]): string | undefined =>
  names.map((name) => environment[name]?.trim()).find((value) => value !== undefined && value !== '');

const requireKey = (provider: keyof typeof KEYS, environment: Environment): string => {
  const key = setIn(environment, KEYS[provider]);
  if (key !== undefined) return key;
  throw new UserError(
    'model-key-missing',
    `There is no key for ${provider} models: ${KEYS[provider].join(' or ')} is not set.`,
    'Set the variable to your key, or choose another model.',
  );
};

/** These addresses are written with and without the version at the end. */
const withVersion = (address: string | undefined, version: string) => {
  if (address === undefined) return {};
  const plain = address.replace(/\/+$/, '');
  return { baseURL: /\/v\d+[a-z0-9]*$/.test(plain) ? plain : `${plain}/${version}` };
};

type Remote = Exclude<ModelSpec, { readonly provider: 'claude-cli' | 'mock' | 'file' }>;

/** Each provider's library is loaded only when one of its models is opened. */
export const openProvider = async (spec: Remote, environment: Environment): Promise<LanguageModelV3> => {
  const fetch = boundedFetch();
  switch (spec.provider) {
    case 'anthropic': {
      const apiKey = requireKey('anthropic', environment);
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      const at = withVersion(setIn(environment, ['ANTHROPIC_BASE_URL']), 'v1');
      return createAnthropic({ apiKey, fetch, ...at })(spec.model);
    }
    case 'openai': {
      const apiKey = requireKey('openai', environment);
      const { createOpenAI } = await import('@ai-sdk/openai');
      const at = withVersion(setIn(environment, ['OPENAI_BASE_URL']), 'v1');
      return createOpenAI({ apiKey, fetch, ...at }).responses(spec.model);
    }
    case 'google': {
      const apiKey = requireKey('google', environment);
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      const at = withVersion(setIn(environment, ['GOOGLE_GEMINI_BASE_URL']), 'v1beta');
      return createGoogleGenerativeAI({ apiKey, fetch, ...at })(spec.model);
    }
    case 'compatible': {
      const apiKey = setIn(environment, ['HYDRA_COMPATIBLE_API_KEY']);
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name: 'compatible',
        baseURL: spec.url,
        fetch,
        includeUsage: true,
        supportsStructuredOutputs: true,
        ...(apiKey === undefined ? {} : { apiKey }),
      })(spec.model);
    }
  }
};
