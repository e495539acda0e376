const HOSTED = ['anthropic', 'openai', 'google'] as const;
const LOCAL = ['claude-cli', 'mock'] as const;
const LONGEST = 500;

/** A provider's model. `compatible`: any address with OpenAI's chat API. */
export type ModelSpec =
  | { readonly provider: (typeof HOSTED)[number]; readonly model: string }
  | { readonly provider: 'claude-cli'; readonly model: string }
  | { readonly provider: 'mock'; readonly model: string }
  | { readonly provider: 'compatible'; readonly url: string; readonly model: string }
  /** `model`: a folder where requests are written, and replies by people or other programs are read. */
  | { readonly provider: 'file'; readonly model: string };

export type ReadSpec =
  | { readonly ok: true; readonly spec: ModelSpec }
  | { readonly ok: false; readonly reason: string };

/** `claude-cli` alone leaves the choice of model to that program. */
export const OWN_CHOICE = 'default';

const refused = (reason: string): ReadSpec => ({ ok: false, reason });

const readAddress = (rest: string): ReadSpec => {
  const hash = rest.lastIndexOf('#');
  const [address, model] = hash < 0 ? [rest, ''] : [rest.slice(0, hash), rest.slice(hash + 1)];
  if (model === '') return refused('names no model: write compatible:URL#MODEL');
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return refused('needs an address that begins with http:// or https://, as in compatible:URL#MODEL');
  if (url.username !== '' || url.password !== '')
    return refused('has a password in its address: put the key into HYDRA_COMPATIBLE_API_KEY');
  return { ok: true, spec: { provider: 'compatible', url: address.replace(/\/+$/, ''), model } };
};

const FOLDER = 'file:';

const readFolder = (folder: string): ReadSpec =>
  folder.trim() === '' || folder.length > LONGEST || /[\u0000-\u001f\u007f]/.test(folder)
    ? refused('names no folder: write file:DIR')
    : { ok: true, spec: { provider: 'file', model: folder } };

/** The program that people know as `claude`. */
const ALIASES: Readonly<Record<string, string>> = { claude: 'claude-cli' };

/** `provider:model`, or what is wrong with the text, as a predicate. */
export const readModelSpec = (text: string): ReadSpec => {
  if (text.startsWith(FOLDER)) return readFolder(text.slice(FOLDER.length));
  if (text.length > LONGEST || /[\u0000-\u0020\u007f]/.test(text))
    return refused(`has white space, or more than ${LONGEST} characters`);
  const colon = text.indexOf(':');
  const [name, model] = colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)];
  if (name === 'compatible') return readAddress(model);
  const called = Object.hasOwn(ALIASES, name) ? ALIASES[name] : name;
  const provider = [...HOSTED, ...LOCAL].find((known) => known === called);
  if (provider === undefined)
    return refused(
      `has no provider that is known (${[...HOSTED, 'compatible', ...LOCAL, 'file'].join(', ')})`,
    );
  if (model === '' && provider === 'claude-cli')
    return { ok: true, spec: { provider, model: OWN_CHOICE } as ModelSpec };
  return model === ''
    ? refused(`names no model: write ${provider}:MODEL`)
    : { ok: true, spec: { provider, model } as ModelSpec };
};

/** The name of a model in results. */
export const nameSpec = (spec: ModelSpec): string =>
  spec.provider === 'compatible' ? `compatible:${spec.url}#${spec.model}` : `${spec.provider}:${spec.model}`;
