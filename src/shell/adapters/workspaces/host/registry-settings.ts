import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES } from '../../../../core/languages/languages.ts';

/** Where a package manager stores which registry to use, relative to its user's home. */
const IN_HOME = LANGUAGES.flatMap(({ toolchain }) => toolchain.registrySettings);
const IN_SYSTEM = LANGUAGES.flatMap(({ toolchain }) => toolchain.systemSettings);
const MAX_CHARS = 1_000_000;

export type RegistryFile = {
  /** The user's own file, including credentials: only for installing the base. */
  readonly source: string;
  /** Relative to the home, or absolute for the system's. */
  readonly at: string;
  /** The same without credentials. */
  readonly harmless: string;
};

const SECRET_KEY =
  /(auth|token|passw|secret|credential|username|email|keyfile|private|signing|api[-_]?key|_key|^\s*["']?(key|user)\b)/i;

const withoutElement = (xml: string, name: string): string => {
  let rest = xml;
  for (;;) {
    const start = rest.indexOf(`<${name}>`);
    const end = rest.indexOf(`</${name}>`, start);
    if (start < 0 || end < 0) return rest;
    rest = rest.slice(0, start) + rest.slice(end + name.length + 3);
  }
};

/** Removes every line that names a secret, and user names and passwords from every address. */
export const withoutCredentials = (name: string, text: string): string => {
  const addressed = text.slice(0, MAX_CHARS).replaceAll(/:\/\/[^/\s@'"<>]{1,500}@/g, '://');
  if (name.endsWith('settings-security.xml')) return '<settingsSecurity/>\n';
  if (name.endsWith('.xml')) {
    return ['servers', 'password', 'passphrase', 'privateKey', 'username'].reduce(withoutElement, addressed);
  }
  const lines = addressed.split('\n').filter((line) => {
    const key = line.split(/[=]|:\s/, 1)[0] ?? '';
    return !SECRET_KEY.test(key) && !line.includes('${');
  });
  return lines.join('\n');
};

const readSetting = async (source: string, at: string): Promise<readonly RegistryFile[]> => {
  const text = await readFile(source, 'utf8').catch(() => null);
  return text === null ? [] : [{ source, at, harmless: withoutCredentials(at, text) }];
};

export const findRegistrySettings = async (home: string): Promise<readonly RegistryFile[]> => {
  const found = await Promise.all([
    ...IN_HOME.map((at) => readSetting(join(home, at), at)),
    ...IN_SYSTEM.map((at) => readSetting(at, at)),
  ]);
  return found.flat();
};
