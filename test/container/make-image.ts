import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The programs that the tests' commands call. */
const PROGRAMS = [
  'sh bash cat ls sleep env id head tail od wc sort stat find xargs sha256sum seq mkdir mkfifo rm chmod ln cp mv',
  'yes touch printf test kill setsid hostname cut grep tr dirname basename true false uname mount unshare git node',
].flatMap((names) => names.split(' '));
const FOLDERS = ['tmp', 'etc', 'proc', 'sys', 'dev', 'run', 'var/tmp', 'workspace', 'home/hydra', 'hydra'];

const pathOf = (program: string): string | null => {
  const folders = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin'];
  const places = program === 'node' ? [process.execPath] : folders.map((folder) => join(folder, program));
  const path = places.find((place) => existsSync(place));
  return path === undefined ? null : realpathSync(path);
};

/** The libraries of a program, as its loader names them. */
const librariesOf = (path: string): readonly string[] =>
  spawnSync('ldd', [path], { encoding: 'utf8' }).stdout.match(/\/[^\s)]+/g) ?? [];

const put = (root: string, from: string, at: string): void => {
  const to = join(root, at);
  mkdirSync(dirname(to), { recursive: true });
  if (!existsSync(to)) cpSync(realpathSync(from), to, { recursive: true });
};

/** A file system of this machine's programs and their dependencies: no registry is needed. */
const fillRoot = (root: string): void => {
  for (const folder of [...FOLDERS, 'usr/bin', 'usr/lib', 'usr/lib64'])
    mkdirSync(join(root, folder), { recursive: true });
  chmodSync(join(root, 'tmp'), 0o1777);
  for (const link of ['bin', 'lib', 'lib64']) symlinkSync(`usr/${link}`, join(root, link));
  for (const program of PROGRAMS) {
    const path = pathOf(program);
    if (path === null) continue;
    put(root, path, `usr/bin/${program}`);
    for (const library of librariesOf(path)) put(root, library, library);
  }
};

/** Makes `name` from this machine's own programs, if the engine does not have it. */
export const makeImage = (engine: string, name: string): void => {
  if (spawnSync(engine, ['image', 'inspect', name], { stdio: 'ignore' }).status === 0) return;
  const root = mkdtempSync(join(tmpdir(), 'hydra-image-'));
  try {
    fillRoot(root);
    const archive = join(root, '..', `${name.replaceAll(/\W/g, '-')}.tar`);
    execFileSync('tar', ['-C', root, '-cf', archive, '.']);
    execFileSync(engine, ['import', '--change', 'ENV PATH=/usr/bin', archive, name], { stdio: 'ignore' });
    rmSync(archive);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};
