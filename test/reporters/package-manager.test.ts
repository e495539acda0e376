import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REPORTERS } from './run-reporter.ts';

let root: string;

/** Says its name and arguments, each in brackets. */
const SAYS = '#!/bin/sh\nprintf "%s" "$(basename "$0")"; printf "[%s]" "$@"; echo\n';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'hydra-manager-test-'));
  mkdirSync(join(root, 'bin'));
  for (const name of ['npm', 'vitest', 'tsc']) writeFileSync(join(root, 'bin', name), SAYS, { mode: 0o755 });
  writeFileSync(join(root, 'package.json'), JSON.stringify({ scripts: { test: 'x', tsc: 'tsc -p .' } }));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const run = (words: readonly string[]) =>
  spawnSync('sh', [join(REPORTERS, 'package-manager.sh'), ...words], {
    cwd: root,
    env: { PATH: `${join(root, 'bin')}:${process.env['PATH']}` },
    encoding: 'utf8',
  }).stdout.trim();

test.each([
  ['vitest run --reporter=json', 'vitest[run][--reporter=json]'],
  ['exec vitest run', 'vitest[run]'],
  ['exec -- vitest run', 'vitest[run]'],
  ['run vitest', 'vitest[]'],
  ['test', 'npm[run][test][--]'],
  ['t', 'npm[run][test][--]'],
  ['test --watch=false a', 'npm[run][test][--][--watch=false][a]'],
  ['run test -- --watch=false', 'npm[run][test][--][--watch=false]'],
  // A script goes before a program of the same name.
  ['tsc --noEmit', 'npm[run][tsc][--][--noEmit]'],
  ['exec tsc --noEmit', 'tsc[--noEmit]'],
  ['install', 'npm[install]'],
  ['--version', 'npm[--version]'],
  ['run --if-present lint', 'npm[run][--if-present][lint]'],
])('%s', (words, said) => {
  expect(run(words.split(' '))).toBe(said);
});
