export type Language = 'script' | 'python' | 'go' | 'rust' | 'java';

const LANGUAGES: ReadonlyMap<string, Language> = new Map<string, Language>([
  ...['js', 'jsx', 'mjs', 'cjs', 'ts', 'mts', 'cts', 'tsx'].map((name) => [name, 'script'] as const),
  ['py', 'python'],
  ['pyi', 'python'],
  ['go', 'go'],
  ['rs', 'rust'],
  ['java', 'java'],
]);

export const extensionOf = (path: string): string => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';
};

export const languageOf = (path: string): Language | null => LANGUAGES.get(extensionOf(path)) ?? null;
