import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REPORTERS } from './run-reporter.ts';

let home: string;

/** A Python that can say its version. */
const install = (folder: string, name: string, answer: string): void => {
  mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(join(home, folder, name), `#!/bin/sh\n${answer}\n`, { mode: 0o755 });
};

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'hydra-python-test-'));
  install('bin', 'python3', 'echo 3.11');
  install('bin', 'python3.9', 'echo 3.9');
  // Like a version manager's shim for a version that is not the chosen one.
  install('bin', 'python3.7', 'echo "python3.7: command not found" >&2; exit 127');
  install('.pyenv/versions/3.7.16/bin', 'python3', 'echo 3.7');
  install('.local/share/uv/python/cpython-3.13.1-linux/bin', 'python3', 'echo 3.13');
  // Without venv, as some systems package it.
  install('bin', 'python3.12', 'exit 1');
  symlinkSync('/bin/sh', join(home, 'bin', 'sh'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const choose = (lowest: number, highest: number) => {
  const ran = spawnSync('sh', [join(REPORTERS, 'choose-python.sh'), `${lowest}`, `${highest}`], {
    env: { PATH: join(home, 'bin'), HOME: home },
    encoding: 'utf8',
  });
  return { python: ran.stdout.trim().replace(`${home}/`, ''), said: ran.stderr.trim() };
};

test.each([
  ['the usual one fits', 8, 11, 'python3', ''],
  ['no upper bound', 8, 99, 'python3', ''],
  [
    'the newest that fits',
    6,
    10,
    'bin/python3.9',
    'for Python 3.6 to 3.10, so it runs with Python 3.9 instead of 3.11',
  ],
  ['one behind a shim', 7, 7, '.pyenv/versions/3.7.16/bin/python3', 'with Python 3.7'],
  ['the nearest newer one', 0, 6, '.pyenv/versions/3.7.16/bin/python3', 'for Python 3.6 or older'],
  [
    'a newer one, past one without venv',
    12,
    99,
    '.local/share/uv/python/cpython-3.13.1-linux/bin/python3',
    'for Python 3.12 or newer',
  ],
  ['none', 14, 99, 'python3', 'but only 3.11 is installed: its tests may fail for that reason'],
])('%s', (_, lowest, highest, python, said) => {
  const chosen = choose(lowest, highest);
  expect(chosen.python).toBe(python);
  expect(chosen.said).toContain(said);
});
