import type { RepoFacts } from '../../../domain/source/repo-facts.ts';
import type { ProposedInstall } from '../../parts/profile.ts';
import type { PackageJson } from './package-json.ts';

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

const LOCKFILES: readonly (readonly [string, PackageManager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
];

const SETTINGS = new Set([
  'package.json',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  'pnpm-workspace.yaml',
  '.pnpmfile.cjs',
  'bunfig.toml',
]);
const MANIFEST = /(^|\/)package\.json$/;
const INSTALL_INPUT = /^(patches|\.yarn)\//;

/** `packageManager` is an explicit choice; a lockfile is only a trace. */
export const packageManagerOf = (facts: RepoFacts, manifest: PackageJson): PackageManager => {
  const named = /^(npm|pnpm|yarn|bun)@/.exec(manifest.packageManager ?? '')?.[1];
  if (named !== undefined) return named as PackageManager;
  return LOCKFILES.find(([file]) => facts.files.includes(file))?.[1] ?? 'npm';
};

export const jsManifests = (facts: RepoFacts, manifest: PackageJson): readonly string[] => {
  const several = manifest.workspaces || facts.files.includes('pnpm-workspace.yaml');
  return facts.files.filter(
    (path) =>
      SETTINGS.has(path) ||
      LOCKFILES.some(([file]) => file === path) ||
      INSTALL_INPUT.test(path) ||
      (several && MANIFEST.test(path) && !path.includes('node_modules/')),
  );
};

/** npm compiles a native module by itself if there is this file. */
const NATIVE = 'binding.gyp';
const NATIVE_SOURCES = '.c .cc .cpp .cxx .m .mm .h .hh .hpp .gyp .gypi'.split(' ');

/** Lifecycle scripts stay on: they are the base's, and native modules need them (docs/decisions/profiles.md). */
export const planJsInstall = (
  facts: RepoFacts,
  manifest: PackageJson,
  manager: PackageManager,
): ProposedInstall | null => {
  const locked = LOCKFILES.some(([file, of]) => of === manager && facts.files.includes(file));
  const native = facts.files.includes(NATIVE);
  if (manifest.dependencies.size === 0 && !manifest.workspaces && !locked && !native) return null;
  const berry = isBerry(facts, manifest);
  const install = installWith(manager, INSTALLS[manager](locked, berry), {
    skips: berry ? '--mode=skip-build' : '--ignore-scripts',
    source: sourceOf(manager, berry, /^\w+@(\d+\.\d+\.\d+)/.exec(manifest.packageManager ?? '')?.[1]),
  });
  const several = manifest.workspaces || facts.files.includes('pnpm-workspace.yaml');
  return {
    command: several ? `${install} && ${SHOW_COPIES}` : install,
    scope: 'manifests',
    ...(native ? { compiles: NATIVE_SOURCES } : {}),
  };
};

/** The lockfile's versions conflict with peer dependencies, or the lockfile is out of date. */
const BY_NPM_ALONE = 'npm install --no-package-lock --no-audit --no-fund --legacy-peer-deps --ignore-scripts';

/** Scripts of packages often need a network or a compiler, and tests seldom need their results. */
const withFallbacks = (command: string, skips: string): string =>
  [
    command,
    `{ ${command} ${skips} && echo "hydra: a script of a package failed: installed without such scripts"; }`,
    `{ ${BY_NPM_ALONE} && echo "hydra: the lockfile could not be installed: npm chose the versions"; }`,
  ].join(' || ');

/** The newest pnpm reads no lockfile of earlier ones, wants a newer node, and ends with an error for scripts that it left out. */
const PNPM_OF_LOCKFILE =
  '$(case "$(head -n 1 pnpm-lock.yaml 2>/dev/null)" in *5.*) echo 7 ;; *6.*) echo 8 ;; *) echo 10 ;; esac)';

/**
 * What npm fetches. A lockfile of yarn 1 is not read by later versions, and the package `yarn` is either; these are
 * published as another package.
 */
const sourceOf = (manager: PackageManager, berry: boolean, version: string | undefined): string => {
  const at = (fallback: string): string => (version ?? fallback) && `@${version ?? fallback}`;
  if (manager === 'pnpm') return version === undefined ? `"pnpm@${PNPM_OF_LOCKFILE}"` : `pnpm@${version}`;
  if (manager !== 'yarn') return `${manager}${at('')}`;
  return berry ? `@yarnpkg/cli-dist${at('')}` : `yarn${at('1')}`;
};

type InstallOptions = { readonly skips: string; readonly source: string };

const FETCHED_FOR_INSTALLATION = 'npm fetched it for the installation, and runs the scripts';

/** Bun runs tests and scripts itself: it stays among the installed programs. */
const KEEP_BUN = `{ mkdir -p node_modules/.bin && npm exec --yes --package=bun -- sh -c 'cp "$(readlink -f "$(command -v bun)")" node_modules/.bin/bun' || echo "hydra: bun could not be kept for the tests"; }`;

/** A package manager that is not on the machine is fetched by npm, for the installation alone. */
const installWith = (manager: PackageManager, command: string, { skips, source }: InstallOptions): string => {
  const install = withFallbacks(command, skips);
  if (manager === 'npm') return install;
  const fetched = command.replace(manager, `npm exec --yes --package=${source} -- ${manager}`);
  const [told, kept] =
    manager === 'bun' ? ['npm fetched it', ` && ${KEEP_BUN}`] : [FETCHED_FOR_INSTALLATION, ''];
  return `if command -v ${manager} >/dev/null; then ${install}; else echo "hydra: ${manager} is not installed: ${told}"; ${withFallbacks(fetched, skips)}${kept}; fi`;
};

/**
 * Installed tools first, as in a package script; npm runs the scripts last if their package manager is not on the
 * machine, also those that other scripts start.
 */
export const scriptPath = (manager: PackageManager, workspace = ''): string => {
  const places = [
    '$PWD/node_modules/.bin',
    ...(workspace === '' ? [] : [`$PWD/${workspace}/node_modules/.bin`]),
    '$PATH',
    ...(manager === 'npm' ? [] : ['$HYDRA_REPORTERS/managers']),
  ];
  return `export PATH="${places.join(':')}"; `;
};

/** Tests that import a package of the workspace should run the tree, not a release of it. */
const SHOW_COPIES = '{ node "$HYDRA_REPORTERS/workspace-links.cjs" || true; }';

const isBerry = (facts: RepoFacts, { packageManager }: PackageJson): boolean =>
  facts.files.includes('.yarnrc.yml') || /^yarn@([2-9]|\d\d)/.test(packageManager ?? '');

const INSTALLS: Readonly<Record<PackageManager, (locked: boolean, berry: boolean) => string>> = {
  npm: (locked) =>
    locked ? 'npm ci --no-audit --no-fund' : 'npm install --no-package-lock --no-audit --no-fund',
  pnpm: (locked) => `pnpm install ${locked ? '--frozen-lockfile' : '--no-lockfile'}`,
  yarn: (locked, berry) =>
    berry
      ? `yarn install${locked ? ' --immutable' : ''}`
      : `yarn install ${locked ? '--frozen-lockfile' : '--no-lockfile'}`,
  bun: (locked) => `bun install ${locked ? '--frozen-lockfile' : '--no-save'}`,
};
