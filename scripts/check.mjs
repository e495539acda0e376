// Everything short of the tests: format, lint, types, import rules, unused code, package shape.
import { step } from './step.mjs';

const FEWEST_MODULES = 50;

const dependencyRules = () => {
  const { ok, output } = step('import rules', ['depcruise', 'src', '--config', '.dependency-cruiser.mjs'], {
    local: true,
  });
  const modules = Number(/(\d+) modules/.exec(output)?.[1] ?? 0);
  if (modules >= FEWEST_MODULES) return ok;
  console.error(`✗ the import rules saw only ${modules} modules: the parser is blind`);
  return false;
};

/** Only for files that changed since the last check, and their dependents. */
const types = (title, project) => {
  const known = `node_modules/.cache/hydra-types/${project === '.' ? 'all' : project}.tsbuildinfo`;
  const words = ['-p', project, '--incremental', '--tsBuildInfoFile', known];
  return step(title, ['tsc', ...words], { local: true }).ok;
};

const check = () =>
  [
    step('format', ['oxfmt', '--check', 'src', 'web', 'test', 'scripts', 'bench'], { local: true }).ok,
    step('lint', ['oxlint', 'src', 'web', 'test', 'scripts', 'bench', '--deny-warnings'], { local: true }).ok,
    types('types', '.'),
    types('types of the pages', 'web'),
    dependencyRules(),
    step('unused code', ['knip'], { local: true }).ok,
    step('package', ['publint', '--strict'], { local: true }).ok,
  ].every(Boolean);

if (process.argv[1]?.endsWith('check.mjs')) process.exitCode = check() ? 0 : 1;
