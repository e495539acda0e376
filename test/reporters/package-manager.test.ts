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

const run = ([manager = '', ...words]: readonly string[]) => {
  const env = { PATH: `${join(root, 'bin')}:${process.env['PATH']}`, HYDRA_REPORTERS: REPORTERS };
  const ran = spawnSync(join(REPORTERS, 'managers', manager), words, { cwd: root, env, encoding: 'utf8' });
  return ran.status === 0 ? ran.stdout.trim() : ran.stderr.trim();
};

test.each([
  ['pnpm vitest run --reporter=json', 'vitest[run][--reporter=json]'],
  ['pnpm exec vitest run', 'vitest[run]'],
  ['pnpm exec -- vitest run', 'vitest[run]'],
  ['pnpm run vitest', 'vitest[]'],
  ['pnpm test', 'npm[run][test][--]'],
  ['pnpm t', 'npm[run][test][--]'],
  ['pnpm test --watch=false a', 'npm[run][test][--][--watch=false][a]'],
  ['pnpm run test -- --watch=false', 'npm[run][test][--][--watch=false]'],
  // A script goes before a program of the same name.
  ['pnpm tsc --noEmit', 'npm[run][tsc][--][--noEmit]'],
  ['pnpm exec tsc --noEmit', 'tsc[--noEmit]'],
  ['pnpm install', 'npm[install]'],
  ['pnpm --version', 'npm[--version]'],
  ['pnpm run --if-present lint', 'npm[run][--if-present][lint]'],
  ['yarn tsc', 'npm[run][tsc][--]'],
  ['yarn vitest', 'vitest[]'],
  ['bun run tsc', 'npm[run][tsc][--]'],
  ['bun x vitest run', 'vitest[run]'],
  // It has a runner of its own: npm would start the script that starts it again.
  ['bun test', 'bun: not found'],
])('%s', (words, said) => {
  expect(run(words.split(' '))).toBe(said);
});
