import type { MergedManifest } from '../../parts/manifest-merge.ts';

/** Keys of package.json that configure runners, linters and formatters. */
const TOOL_KEYS = [
  'scripts jest mocha ava nyc c8 vitest tap tape wtr playwright karma babel swc',
  'eslintConfig eslintIgnore prettier xo standard stylelint lint-staged husky simple-git-hooks pre-commit',
].flatMap((names) => names.split(' '));
const DEPENDENCY_KEYS = [
  'dependencies devDependencies peerDependencies optionalDependencies bundledDependencies',
  'bundleDependencies overrides resolutions pnpm workspaces packageManager engines',
].flatMap((names) => names.split(' '));

type Json = Readonly<Record<string, unknown>>;

const readObject = (text: string): Json | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
};

const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

export const mergePackageJson = (base: string, own: string): MergedManifest => {
  const [before, after] = [readObject(base), readObject(own)];
  if (before === null || after === null) return { kind: 'kept', dependencies: true };
  const dependencies = DEPENDENCY_KEYS.some((key) => !same(before[key], after[key]));
  if (TOOL_KEYS.every((key) => same(before[key], after[key]))) return { kind: 'kept', dependencies };
  const merged = new Map(Object.entries(after).filter(([key]) => !TOOL_KEYS.includes(key)));
  for (const key of TOOL_KEYS) if (Object.hasOwn(before, key)) merged.set(key, before[key]);
  const text = `${JSON.stringify(Object.fromEntries(merged), null, 2)}\n`;
  const rest = (json: Json) => Object.entries(json).filter(([key]) => !TOOL_KEYS.includes(key));
  return same(rest(before), rest(after)) ? { kind: 'restored' } : { kind: 'merged', text, dependencies };
};
