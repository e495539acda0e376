// Installs what is missing: packages of the project, packages of the system, the build.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { demand, root, step } from './step.mjs';

const MINIMUM_NODE = [20, 19];
/** Program → Debian package. */
const SYSTEM_PROGRAMS = {
  git: 'git',
  bwrap: 'bubblewrap',
  python3: 'python3',
  pytest: 'python3-pytest',
  ruby: 'ruby',
  bundle: 'bundler',
  rake: 'rake',
  rspec: 'ruby-rspec',
  rubocop: 'rubocop',
  cmake: 'cmake',
  'c++': 'g++',
  make: 'make',
  chromium: 'chromium',
  protoc: 'protobuf-compiler',
  strace: 'strace',
};

const onPath = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

const checkNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor >= MINIMUM_NODE[1])) return;
  console.error(`Node ${MINIMUM_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`);
  process.exit(2);
};

const installPackages = () => {
  const stamp = join(root, 'node_modules/.package-lock.json');
  const lock = join(root, 'package-lock.json');
  if (existsSync(stamp) && statSync(stamp).mtimeMs >= statSync(lock).mtimeMs) return;
  demand(step('install packages (npm ci)', ['npm', 'ci', '--no-audit', '--no-fund']));
};

const installSystemPrograms = () => {
  const absent = Object.entries(SYSTEM_PROGRAMS).filter(([program]) => !onPath(program));
  if (absent.length === 0) return;
  const names = absent.map(([, name]) => name);
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const possible =
    onPath('apt-get') && (asRoot.length === 0 || spawnSync('sudo', ['-n', 'true']).status === 0);
  if (!possible) {
    console.error(
      `! ${names.join(', ')} not installed: Hydra runs degraded without. Install with your package manager.`,
    );
    return;
  }
  step('apt-get update', [...asRoot, 'apt-get', 'update', '-q']);
  step(`install ${names.join(', ')}`, [
    ...asRoot,
    'apt-get',
    'install',
    '-yq',
    '--no-install-recommends',
    ...names,
  ]);
};

const newestIn = (folder) =>
  Math.max(
    ...readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  );

const SOURCES = ['src', 'web'];

const isNewerThanSources = (stamp) =>
  SOURCES.every((folder) => statSync(stamp).mtimeMs >= newestIn(join(root, folder)));

export const buildIfStale = () => {
  const stamp = join(root, 'dist/.built');
  if (existsSync(stamp) && isNewerThanSources(stamp)) return;
  demand(step('build', ['node', 'scripts/build.mjs']));
};

export const setUp = () => {
  checkNode();
  installPackages();
  installSystemPrograms();
  buildIfStale();
};
