import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CheckRun } from '../../../src/core/domain/evidence/evidence.ts';
import { conclude } from '../../../src/core/conclude/conclude.ts';
import { readCheckLog } from '../../../src/shell/stored/read-check-log.ts';
import { openRunStore } from '../../../src/shell/adapters/store/runs/file-run-store.ts';
import type { RunStore } from '../../../src/shell/ports/run-store.ts';
import { racePolicyOf } from '../../../src/core/conclude/race-policy-of.ts';
import { captured, CONFIG, REQUEST, testReport, treeEvidence } from '../adapters/store/small-run.ts';

let root: string;
let store: RunStore;
let id: string;
let runs: CheckRun[];

const check = (name: 'test' | 'build') => ({
  kind: name,
  name,
  command: name,
  timeoutMs: 1000,
  parser: null,
  report: { from: 'log' as const },
  env: {},
  origin: 'profile' as const,
});

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hydra-log-'));
  store = openRunStore(root, { engineVersion: '0.0.0' });
  const run = await store.create(REQUEST);
  id = run.id;
  const written: Record<string, string> = {
    'install.log': 'installed\n',
    'test.stdout': 'result\n',
    'test.log': 'warning\n',
    'build.log': 'built\n',
  };
  for (const [name, text] of Object.entries(written))
    await writeFile(await run.logPath('baseline', name), text);
  for (const name of ['test', 'build'] as const) {
    const log = await run.sealLog('baseline', `${name}.log`);
    const outcome = { status: 'exited' as const, exitCode: 0, durationMs: 1, log };
    (runs ??= []).push({ check: check(name), outcome, reused: false });
  }
  const saved = captured(treeEvidence(testReport({})), []);
  await run.finish(saved, conclude(saved, racePolicyOf(CONFIG), id));
});
afterAll(() => rm(root, { recursive: true, force: true }));

test('a check whose standard output is kept apart is shown whole', async () => {
  expect(await readCheckLog(store, id, runs, 'test')).toBe('result\nwarning\n');
  expect(await readCheckLog(store, id, runs, 'build')).toBe('built\n');
});

test('the installation has a log too: the base’s, for candidates without one', async () => {
  expect(await readCheckLog(store, id, runs, 'install')).toBe('installed\n');
  expect(await readCheckLog(store, id, [], 'install')).toBe('installed\n');
});

test('a check that was not run has none', async () => {
  expect(await readCheckLog(store, id, runs, 'lint')).toBeNull();
  expect(await store.findLog(id, '../../../../etc/passwd')).toBeNull();
});
