import { carryLint, ESLINT_CONFIGS } from './package/lint-file-by-file.ts';
import { factsIn } from '../../domain/source/facts-in.ts';
import type { RepoFacts } from '../../domain/source/repo-facts.ts';
import type { Profile, Proposal, ProposedCommand, ProposedScript } from '../parts/profile.ts';
import { renderCommandLine } from '../../commands/command-line.ts';
import {
  jsManifests,
  type PackageManager,
  packageManagerOf,
  planJsInstall,
  scriptPath,
} from './package/install.ts';
import { configuredJsLinter } from './package/configured-linter.ts';
import { type PackageJson, readPackageJson } from './package/package-json.ts';
import { isBuiltOnInstall, isHarmlessPrepare, lifecycleBuild } from './package/lifecycle-build.ts';
import { runsCompiledTests } from './package/compiled-tests.ts';
import { chooseScript, needsBrowser } from './package/choose-script.ts';
import { resolveCommand } from './package/resolve-script.ts';
import { configuredTypeCheck, joinTypeChecks, withoutTypeCheck } from './package/type-check.ts';
import { setLintingApart } from './package/set-linting-apart.ts';
import { handsTestsOn, isReadByName } from './package/handed-on.ts';
import { isWorkspaceMember } from './package/workspace-members.ts';
import { scriptPackages } from './package/test-packages.ts';

const ENVIRONMENT = { CI: 'true', HUSKY: '0', npm_config_update_notifier: 'false' };
/** The installed pnpm, as it is: without network it could not fetch the release that `packageManager` names. */
const PNPM = { npm_config_manage_package_manager_versions: 'false' };

type Scripts = Pick<Proposal, 'test' | 'lint' | 'types' | 'notes'>;

/** If the test script lints or checks types too, that is left to those checks. */
const scriptCommands = (manifest: PackageJson, manager: string): Scripts => {
  const tested = withoutTypeCheck(chooseScript('test', manifest, manager));
  const linted = withoutTypeCheck(chooseScript('lint', manifest, manager));
  const types = joinTypeChecks([chooseScript('types', manifest, manager), linted.types, tested.types]);
  const [test, lint] = [tested.script, linted.script];
  const resolved = test?.segments ?? null;
  if (resolved === null) return { test, lint, types, notes: [] };
  const apart = setLintingApart(resolved, lint === null ? null : (lint.segments ?? []));
  if (apart.segments === resolved) return { test, lint, types, notes: [] };
  const command = renderCommandLine(apart.segments);
  const text = `the test script lints too: \`${apart.linting.slice(0, 120)}\` is left to the lint check, so that a finding hides no test`;
  return {
    test: { segments: apart.segments, command, text: command },
    lint: lint ?? apart.linting,
    types,
    notes: apart.linting === '' ? [] : [{ about: 'test', text }],
  };
};

const selectable = (
  facts: RepoFacts,
  { dependencies }: PackageJson,
  script: ProposedScript,
): ProposedScript => ({
  ...script,
  dependencies,
  ...(runsCompiledTests(facts, script.segments) ? { whole: true } : {}),
});

/** A configured command may name scripts too. */
const ownCommand =
  (facts: RepoFacts, manifest: PackageJson) =>
  (command: string): ProposedScript =>
    selectable(facts, manifest, {
      segments: resolveCommand(command, manifest.scripts),
      command,
      text: command,
    });

/** Without a script there is still node's own runner, if files have the names that it expects. */
const defaultTest = (facts: RepoFacts, manifest: PackageJson): ProposedCommand | null => {
  const found = facts.files.some((path) => /(^|\/)[^/]+[.-]test\.[cm]?js$|^test\/.*\.[cm]?js$/.test(path));
  return found && manifest.dependencies.size === 0 ? 'node --test' : null;
};

const CONFIGURED: readonly (readonly [file: RegExp, runner: string, command: string])[] = [
  [/^vitest\.config\.[cm]?[jt]s$/, 'vitest', 'vitest run'],
  [/^jest\.config\.(?:[cm]?[jt]s|json)$/, 'jest', 'jest'],
  [/^\.mocharc(?:\.\w+)?$/, 'mocha', 'mocha'],
  [/^ava\.config\.[cm]?js$/, 'ava', 'ava'],
];

/** A runner with a configuration at the root, and no script that runs it. */
const configuredTest = ({ files }: RepoFacts, { dependencies }: PackageJson): ProposedCommand | null =>
  CONFIGURED.find(
    ([config, runner]) => dependencies.has(runner) && files.some((path) => config.test(path)),
  )?.[2] ?? null;

const notesOf = (
  manifest: PackageJson,
  checks: Pick<Proposal, 'build' | 'test' | 'lint'>,
): Proposal['notes'] => {
  const prepare = manifest.scripts.get('prepare') ?? '';
  const stale = prepare !== '' && checks.build === null && !isHarmlessPrepare(prepare);
  return [
    ...(manifest.readable
      ? []
      : [{ about: 'plan' as const, text: 'package.json is missing or is not JSON' }]),
    ...(checks.build === null
      ? [{ about: 'build' as const, text: 'no build script: build is not configured' }]
      : []),
    ...(checks.test === null
      ? [{ about: 'test' as const, text: 'no test script: tests are not configured' }]
      : []),
    ...(checks.lint === null
      ? [{ about: 'lint' as const, text: 'no lint script and no linter configured: lint is not configured' }]
      : []),
    ...(stale
      ? [
          {
            about: 'build' as const,
            text: 'the prepare script only runs at installation: set [scoring.commands] build if tests need its output',
          },
        ]
      : []),
  ];
};

const propose = (facts: RepoFacts): Proposal => {
  const manifest = readPackageJson(facts.texts['package.json']);
  return proposeWith(facts, manifest, packageManagerOf(facts, manifest));
};

const proposeWith = (facts: RepoFacts, manifest: PackageJson, manager: PackageManager): Proposal => {
  const { test, lint, types, notes } = scriptCommands(manifest, manager);
  const scriptedTest = test === null || typeof test === 'string' ? test : selectable(facts, manifest, test);
  const scripted = (manifest.scripts.get('build') ?? '').trim() !== '';
  const lifecycle = scripted ? null : lifecycleBuild(facts, manifest, manager);
  const install = planJsInstall(facts, manifest, manager);
  const configured = configuredTest(facts, manifest);
  const ownTest = test !== null && typeof test !== 'string' && needsBrowser(test) ? configured : null;
  const checks = {
    build: scripted ? `${manager} run build` : (lifecycle?.command ?? null),
    test: ownTest ?? scriptedTest ?? configured ?? defaultTest(facts, manifest),
    lint: lint ?? configuredJsLinter(facts, manifest),
    types: types ?? configuredTypeCheck(facts, manifest),
  };
  return {
    packageManager: manager,
    install: install !== null && isBuiltOnInstall(lifecycle) ? { ...install, scope: 'tree' } : install,
    manifests: jsManifests(facts, manifest),
    ...checks,
    read: ownCommand(facts, manifest),
    prelude: scriptPath(manager),
    env: { ...ENVIRONMENT, ...(manager === 'pnpm' ? PNPM : {}) },
    notes: [...notesOf(manifest, checks), ...notes],
  };
};

/**
 * Without tests of its own a package may be what the tests of the root load; a script that names the folder runs it. If
 * the root only hands tests on to its members, one whose results can be read by name is run itself.
 */
const isReached = (facts: RepoFacts, folder: string): boolean => {
  const within = factsIn(facts, folder);
  const own = readPackageJson(within.texts['package.json']);
  const test = chooseScript('test', own, 'npm');
  if ((test ?? defaultTest(within, own)) === null) return true;
  const root = readPackageJson(facts.texts['package.json']);
  if (isWorkspaceMember(facts, folder)) return !isReadByName(test) || !handsTestsOn(root);
  return [...root.scripts.values()].some((text) => namesFolder(text, folder));
};

const namesFolder = (text: string, folder: string): boolean =>
  text.split(/[\s"'=;&|()]+/).some((word) => word.replace(/^\.\//, '').replace(/\/$/, '') === folder);

/** A member of a workspace is installed with the whole of it, and the root's checks, if it has any, speak for it too. */
const asMember = (proposal: Proposal, facts: RepoFacts, folder: string): Proposal => {
  if (!isWorkspaceMember(facts, folder)) return proposal;
  const root = propose(facts);
  const within = factsIn(facts, folder);
  const manager = packageManagerOf(facts, readPackageJson(facts.texts['package.json']));
  const own = proposeWith(within, readPackageJson(within.texts['package.json']), manager);
  const up = folder.replaceAll(/[^/]+/g, '..');
  const beside = root.test !== null;
  return {
    ...own,
    install:
      root.install === null
        ? own.install
        : {
            ...root.install,
            command: `if [ ! -d ${up}/node_modules ]; then cd ${up} && { ${root.install.command}; }; fi`,
            // Its manifests are outside the folder.
            scope: 'tree',
          },
    build: beside && root.build !== null ? null : own.build,
    lint: beside && root.lint !== null ? null : own.lint,
    types: beside && root.types !== null ? null : (own.types ?? null),
    prelude: scriptPath(manager, up),
  };
};

const EXAMPLE = JSON.stringify({
  scripts: { build: 'tsc', test: 'jest', lint: 'eslint .' },
  devDependencies: { jest: '*' },
});

/** The documented presets are `npm run build`, `npm test -- --runInBand` (jest's flag, so for jest) and `npm run lint`. */
export const jsNode: Profile = {
  id: 'js-node',
  recognisedBy: '`package.json`',
  example: { files: ['package.json', 'package-lock.json'], texts: { 'package.json': EXAMPLE } },
  images: ['node:22'],
  reads: ['package.json', 'pnpm-workspace.yaml', 'lerna.json', ...ESLINT_CONFIGS],
  detects: ({ files }) => files.includes('package.json'),
  propose,
  reaches: isReached,
  below: asMember,
  packages: scriptPackages,
  finish: carryLint,
  environment: {
    toolchain: [],
    mirrors: [
      'npm_config_registry',
      'NPM_CONFIG_REGISTRY',
      'YARN_NPM_REGISTRY_SERVER',
      'COREPACK_NPM_REGISTRY',
    ],
  },
  compilesOnInstall: false,
};
