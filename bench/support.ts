import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const cores = availableParallelism();
export const main = fileURLToPath(new URL('../dist/faces/cli/main.js', import.meta.url));

export type Measured = {
  readonly ms: number;
  readonly peakMb: number;
  readonly code: number | null;
  readonly stdout: string;
};

const peakOf = (pid: number): number => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
};

/** Runs a program to its end: wall time, and the peak memory of that process alone. */
export const measure = (command: string, words: readonly string[], cwd: string): Promise<Measured> =>
  new Promise((resolve, reject) => {
    const startedMs = performance.now();
    const child = spawn(command, words, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
    let stdout = '';
    let peakMb = 0;
    const timer = setInterval(() => (peakMb = Math.max(peakMb, peakOf(child.pid ?? 0))), 20);
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(timer);
      resolve({ ms: performance.now() - startedMs, peakMb, code, stdout });
    });
  });

export const hydra = (words: readonly string[], cwd: string): Promise<Measured> =>
  measure(process.execPath, [main, ...words], cwd);

export type BenchProject = { readonly root: string; readonly patches: string; readonly remove: () => void };

type Files = Readonly<Record<string, string>>;

/** A repository with these files, and a patch for every candidate. */
export const makeRepository = (base: Files, candidates: Readonly<Record<string, Files>>): BenchProject => {
  const folder = mkdtempSync(join(tmpdir(), 'hydra-bench-'));
  const [root, patches] = [join(folder, 'repo'), join(folder, 'patches')];
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const git = (...words: string[]): string =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@hydra.invalid', ...words], {
      cwd: root,
      encoding: 'utf8',
    });
  for (const [path, text] of Object.entries(base)) write(join(root, path), text);
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'base');
  for (const [name, files] of Object.entries(candidates)) {
    for (const [path, text] of Object.entries(files)) write(join(root, path), text);
    git('add', '--all');
    write(join(patches, `${name}.patch`), git('diff', '--cached'));
    git('reset', '--quiet', '--hard');
  }
  return { root, patches, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/** `count` candidates that each change one file, and the given checks. */
export const makeField = (count: number, toml: string): BenchProject =>
  makeRepository(
    { 'hydra.toml': toml, 'value.js': 'export const value = 0;\n' },
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `c${String(at + 1).padStart(4, '0')}`,
        { 'value.js': `export const value = ${at + 1};\n` },
      ]),
    ),
  );

export const evaluateField = ({ root, patches }: BenchProject, ...more: string[]): Promise<Measured> =>
  hydra(['evaluate', '--base', 'main', '--candidates', patches, '--json', ...more], root);

/** The time of `node -e 0` on the machine for which the goals in milliseconds were set. */
const NOMINAL_MS = 40;

/** How many times slower this machine is right now: milliseconds mean nothing without it. */
export const slowness = (): number => {
  const times = Array.from({ length: 7 }, () => {
    const startedMs = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    return performance.now() - startedMs;
  });
  return (times.sort((a, b) => a - b)[3] ?? NOMINAL_MS) / NOMINAL_MS;
};

/** A duration as the nominal machine would show it, by the pace before and after the measurement. */
export const atNominalPace = async (work: () => Promise<number> | number): Promise<number> => {
  const before = slowness();
  const ms = await work();
  return ms / ((before + slowness()) / 2);
};

export type Line = {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly goal: string;
  readonly met: boolean;
};

export const line = (
  what: string,
  value: number,
  unit: string,
  limit: { atMost?: number; atLeast?: number },
): Line => {
  const { atMost, atLeast } = limit;
  const met = (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast);
  const goal = atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`;
  return { what, value, unit, goal, met };
};

/** A table for people, and a JSON file with the same content. */
export const report = (name: string, lines: readonly Line[]): void => {
  for (const { what, value, unit, goal, met } of lines) {
    console.log(
      `${met ? '✓' : '✗'} ${what.padEnd(70)} ${value.toFixed(2).padStart(9)} ${unit.padEnd(10)} (${goal})`,
    );
  }
  const folder = fileURLToPath(new URL('./results/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, `${name}.json`),
    `${JSON.stringify({ cores, node: process.version, lines }, null, 2)}\n`,
  );
};
