// Runs commands for the project's own scripts: prints one line on success, all output on failure.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const bin = (name) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url));

export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** A quiet step: its output is shown only when it fails. */
export const step = (title, [command, ...words], { local = false } = {}) => {
  const since = performance.now();
  const run = spawnSync(local ? bin(command) : command, words, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const ok = run.status === 0;
  console.error(`${ok ? '✓' : '✗'} ${title} ${seconds(since)}`);
  if (!ok) console.error(`${run.error?.message ?? ''}${run.stdout ?? ''}${run.stderr ?? ''}`);
  return { ok, output: `${run.stdout ?? ''}${run.stderr ?? ''}` };
};

/** A loud step: the user sees it as it runs. */
export const loudly = ([command, ...words], { local = false, env = {} } = {}) =>
  spawnSync(local ? bin(command) : command, words, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  }).status ?? 1;

/** In parallel with others: its exit code and output, to be shown when all are done. */
export const quietlyInParallel = ([command, ...words]) =>
  new Promise((resolve) => {
    const child = spawn(command, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.on('error', (error) => resolve({ exit: 1, output: error.message }));
    child.on('close', (code) => resolve({ exit: code ?? 1, output }));
  });

/** A loud step that runs in parallel with others. */
export const loudlyInParallel = ([command, ...words]) =>
  new Promise((resolve) => {
    const child = spawn(bin(command), words, { cwd: root, stdio: 'inherit' });
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });

export const demand = (result) => {
  if (!result.ok) process.exit(3);
};
