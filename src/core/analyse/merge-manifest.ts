/** What the base's checks may see of a changed manifest. */
export type MergedManifest =
  /** The candidate's, as it is. */
  | { readonly kind: 'kept'; readonly dependencies: boolean }
  /** Nothing of the change is left. */
  | { readonly kind: 'restored' }
  | { readonly kind: 'merged'; readonly text: string; readonly dependencies: boolean };

/** Keys of package.json that tell runners, linters and formatters what to do. */
const TOOL_KEYS = [
  'scripts jest mocha ava nyc c8 vitest tap tape wtr playwright karma babel swc',
  'eslintConfig eslintIgnore prettier xo standard stylelint lint-staged husky simple-git-hooks pre-commit',
].flatMap((names) => names.split(' '));
const DEPENDENCY_KEYS = [
  'dependencies devDependencies peerDependencies optionalDependencies bundledDependencies',
  'bundleDependencies overrides resolutions pnpm workspaces packageManager engines',
].flatMap((names) => names.split(' '));

const TOOL_SECTION =
  /^tool(?:[.:](?:pytest|coverage|ruff|mypy|black|isort|pylint|flake8|tox|nox|bandit|pyright|pydocstyle|pycodestyle|yapf|autopep8|vulture|doc8|interrogate|mutmut|check-|towncrier|basedpyright|pyrefly|ty)(?:[.:].*)?)?$/;
const INI_TOOL_SECTION =
  /^(?:tool:.*|pytest|flake8.*|mypy.*|coverage.*|pylint.*|isort|pycodestyle|pydocstyle|pep8|yapf|bandit|doc8|unittest|nosetests|aliases|tox.*)$/;

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

const mergePackage = (base: string, own: string): MergedManifest => {
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

type Section = { readonly name: string; readonly lines: readonly string[] };

/** Every line that could be a header starts a section: a real one is never missed, whatever a string hides. */
const sectionsOf = (text: string): readonly Section[] => {
  const sections: { name: string; lines: string[] }[] = [{ name: '', lines: [] }];
  for (const line of text.split('\n')) {
    const header = /^\s*\[{1,2}([^\]\n]{0,300})\]/.exec(line);
    if (header !== null) sections.push({ name: (header[1] ?? '').replaceAll(/["'\s]/g, ''), lines: [] });
    sections.at(-1)?.lines.push(line);
  }
  return sections;
};

const mergeSections = (base: string, own: string, isTool: (name: string) => boolean): MergedManifest => {
  const [before, after] = [sectionsOf(base), sectionsOf(own)];
  const pick = (sections: readonly Section[], tools: boolean): string =>
    sections
      .filter(({ name }) => isTool(name) === tools)
      .map(({ lines }) => lines.join('\n').trim())
      .filter((part) => part !== '')
      .join('\n\n');
  const [restBefore, restAfter] = [pick(before, false), pick(after, false)];
  const dependencies = restBefore !== restAfter;
  if (pick(before, true) === pick(after, true)) return { kind: 'kept', dependencies };
  if (!dependencies) return { kind: 'restored' };
  // What stands before the first header comes first, or it would fall into another section.
  const head =
    before
      .find(({ name }) => name === '')
      ?.lines.join('\n')
      .trim() ?? '';
  const tools = pick(
    before.filter(({ name }) => name !== ''),
    true,
  );
  const text = [head, restAfter, tools].filter((part) => part !== '').join('\n\n');
  return { kind: 'merged', text: `${text}\n`, dependencies };
};

/** A name that cannot be read plainly is held to be a tool's. */
const isTomlTool = (name: string): boolean => name === '' || name.includes('\\') || TOOL_SECTION.test(name);
const isIniTool = (name: string): boolean => name === '' || INI_TOOL_SECTION.test(name);

/** The candidate's dependencies and metadata, the base's scripts and tool settings. */
export const mergeManifest = (path: string, base: string | null, own: string | null): MergedManifest => {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (base === null || own === null) return { kind: 'kept', dependencies: true };
  if (name === 'package.json') return mergePackage(base, own);
  if (name === 'pyproject.toml') return mergeSections(base, own, isTomlTool);
  if (name === 'setup.cfg') return mergeSections(base, own, isIniTool);
  return { kind: 'kept', dependencies: true };
};
