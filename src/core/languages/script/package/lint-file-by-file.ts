import type { Check } from '../../../domain/check/check.ts';
import type { CheckPlan, RepoFacts } from '../../../domain/source/repo-facts.ts';
import { entriesOf, fieldOf } from './json-object.ts';
import { parseJson } from '../../../domain/json/parse-json.ts';

/** Configurations of eslint that can be read here; custom code beyond imports is not understood. */
export const ESLINT_CONFIGS = [
  '.eslintrc .eslintrc.json .eslintrc.yml .eslintrc.yaml',
  'eslint.config.js eslint.config.mjs eslint.config.cjs',
].flatMap((names) => names.split(' '));

const ANY_CONFIG = /(^|\/)(\.eslintrc(\.\w+)?|eslint\.config\.\w+)$/;
/** `--cache-strategy` came with 7.21. */
const OLDEST_MAJOR = 8;
const MAX_CONFIG_CHARS = 100_000;
const OWN_PACKAGES = new Set(['eslint', 'eslint/config', '@eslint/js', 'globals']);
const SPECIFIER = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*['"]([^'"]+)['"]/g;
const LOADS = /\bfrom\b|\bimport\b|\brequire\b/g;
/** Settings that add rules which may look at other files. */
const FOREIGN = /(?:^|[\s{,"'[])(?:plugins|parser|processor|overrides|project)["']?\s*:/m;
const EXTENDS = /extends["']?[ \t]*:[ \t]*(\[[^\]]*\]|[^\n,}]*)/g;
const OWN_EXTENDS = /^\[?\s*["']?eslint:(?:recommended|all)["']?\s*\]?\s*$/;
const FLAGS_ELSEWHERE =
  /\s(?:-c|--config|--rulesdir|--plugin|--parser|--stdin|--resolve-plugins-relative-to)\b/;

const majorOf = (manifest: string | undefined): number => {
  const json = manifest === undefined ? undefined : parseJson(manifest);
  const declared = ['devDependencies', 'dependencies']
    .flatMap((field) => entriesOf(fieldOf(json, field)))
    .find(([name]) => name === 'eslint')?.[1];
  return Number(/^[\^~]?(\d{1,3})\./.exec(typeof declared === 'string' ? declared : '')?.[1] ?? 0);
};

const onlyOwnPackages = (text: string): boolean => {
  const named = [...text.matchAll(SPECIFIER)].map(([, specifier = '']) => specifier);
  return (
    named.every((specifier) => OWN_PACKAGES.has(specifier)) &&
    // Every word that loads something has a name that was read: `import x from 'y'` has two such words.
    (text.match(LOADS) ?? []).length <= named.length * 2
  );
};

const onlyOwnRules = (text: string): boolean =>
  text.length <= MAX_CONFIG_CHARS &&
  !FOREIGN.test(text) &&
  [...text.matchAll(EXTENDS)].every(([, value = '']) => OWN_EXTENDS.test(value));

/** True if eslint's own rules alone are used: they look at one file at a time. */
export const lintsFileByFile = ({ files, texts }: RepoFacts): boolean => {
  const configs = files.filter((path) => ANY_CONFIG.test(path));
  const [only = ''] = configs;
  const text = texts[only];
  if (configs.length !== 1 || text === undefined || !ESLINT_CONFIGS.includes(only)) return false;
  const isCode = only.startsWith('eslint.config.');
  return (
    majorOf(texts['package.json']) >= OLDEST_MAJOR && onlyOwnRules(text) && (!isCode || onlyOwnPackages(text))
  );
};

const CACHE = 'eslint.cache';
const ONE_CALL = /^(?:export [^;]*; )?eslint [^;|&]* -f json -o "\$HYDRA_REPORT_DIR\/lint\.json"$/;

const carry = (check: Check): Check => {
  const { kind, command } = check;
  if (kind !== 'lint' || !ONE_CALL.test(command) || FLAGS_ELSEWHERE.test(command)) return check;
  const cache = `--cache --cache-strategy content --cache-location "$HYDRA_REPORT_DIR/${CACHE}"`;
  return { ...check, command: `${command} ${cache}`, carries: CACHE };
};

/** eslint's result for a file of the base is reused for the same file of a candidate. */
export const carryLint = (facts: RepoFacts, plan: CheckPlan): CheckPlan =>
  lintsFileByFile(facts) ? { ...plan, checks: plan.checks.map(carry) } : plan;
