import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addTrials,
  applyPatch,
  checkPatch,
  clearCache,
  compareConfigurations,
  createDemo,
  diagnose,
  evaluate,
  explainFlag,
  followRun,
  generateConfig,
  inspectCache,
  listFlags,
  loadExperiment,
  patchFromDiff,
  type PatchOp,
  patchToDiff,
  planPromotion,
  pruneCache,
  readLog,
  readPatch,
  resumeComparison,
  selectBest,
  selectFromRun,
  validateTasks,
} from '../../../src/faces/library/library.ts';
import { suiteFiles } from '../../shell/experiment/experiment-builders.ts';
import { has, unless } from '../../support/needs.ts';
import { makeProject, type ScratchProject } from '../../support/scratch-project.ts';

const made: string[] = [];
afterAll(async () => {
  for (const folder of made) await rm(folder, { recursive: true, force: true });
});

describe('patch operations', () => {
  const ops: readonly PatchOp[] = [{ kind: 'edit', path: 'a.txt', find: 'one', replace: 'two' }];

  test('check, convert both ways and apply', async () => {
    const root = await mkdtemp(join(tmpdir(), 'hydra-patch-'));
    made.push(root);
    await writeFile(join(root, 'a.txt'), 'one\n');
    const expected = { changes: [{ path: 'a.txt', change: 'modified', bytes: 4 }] };
    expect(await checkPatch(root, ops)).toEqual(expected);
    expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('one\n');
    const diff = await patchToDiff(root, ops);
    expect(Buffer.from(diff).toString()).toContain('-one\n+two\n');
    expect(await checkPatch(root, await patchFromDiff(root, diff))).toEqual(expected);
    expect(await applyPatch(root, ops)).toEqual(expected);
    expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('two\n');
    for (const refuse of [checkPatch, applyPatch, patchToDiff])
      await expect(refuse(root, ops)).rejects.toMatchObject({ code: 'patch-refused' });
    await expect(patchFromDiff(root, Buffer.from('no diff'))).rejects.toMatchObject({
      code: 'patch-refused',
    });
  });
});

test('flags and scorecards need no repository', () => {
  const [flag] = listFlags();
  expect(explainFlag(flag?.id ?? '')).toBe(flag);
  expect(explainFlag('no-such-flag')).toBeUndefined();
  const cards = [
    { name: 'a', total: 0.5, execSignals: 1, identifierMatch: 1 },
    { name: 'b', total: 0.9, execSignals: 1, identifierMatch: 1 },
  ];
  expect(selectBest(cards).winner).toBe('b');
  expect(() => selectBest([])).toThrow('not scorecards');
});

describe.skipIf(!has.sandbox)(`a run through the library${unless('sandbox')}`, () => {
  test('the demo is evaluated, followed, selected from and inspected', async () => {
    const { repo, base, candidates } = await createDemo();
    made.push(repo);
    expect(candidates).toHaveLength(8);
    const chosen = candidates.filter(({ name }) => ['fix-with-test', 'no-op'].includes(name));
    const heard: string[] = [];
    const { runId, conclusion } = await evaluate({
      repo,
      base,
      candidates: chosen,
      onProgress: ({ event }) => heard.push(event),
    });
    expect(conclusion.winner).toBe('fix-with-test');
    const followed: string[] = [];
    for await (const { event } of followRun('latest', { repo })) followed.push(event.event);
    expect(followed.slice(1)).toEqual(heard);
    expect(heard).toEqual(
      expect.arrayContaining(['run_started', 'field', 'stage', 'check_started', 'check', 'run_finished']),
    );
    expect(await selectFromRun(runId, { repo })).toMatchObject({ winner: 'fix-with-test' });
    expect(await readLog(runId, 'test', { repo, candidate: 'baseline' })).toContain('discount');
    expect(Buffer.from(await readPatch(runId, { repo })).toString()).toContain('diff --git');
    await expect(readPatch(runId, { repo, candidate: 'nobody' })).rejects.toMatchObject({
      code: 'unknown-candidate',
    });
    expect(await loadExperiment(runId, { repo })).toBeNull();
    const { results, storage } = await inspectCache({ repo });
    expect(results.entries).toBeGreaterThan(0);
    expect(storage.map(({ kind }) => kind)).toContain('run');
    expect((await pruneCache({ repo })).results.entries).toBe(0);
    expect((await clearCache({ repo })).results.entries).toBe(results.entries);
    const { path, text, plan } = await generateConfig({ repo });
    expect([path, plan.profile]).toEqual([join(repo, 'hydra.toml'), 'js-node']);
    expect(text).toContain('[scoring');
    expect((await diagnose({ repo })).map(({ group }) => group)).toContain('isolation');
  });
});

describe.skipIf(!has.sandbox)(`a comparison through the library${unless('sandbox')}`, () => {
  let project: ScratchProject;
  beforeAll(async () => {
    project = await makeProject({
      ...suiteFiles('tasks', 2),
      'good/config.toml': '[mock]\nskill = 1\n',
      'bad/config.toml': '[mock]\nskill = 0\n',
    });
  });
  afterAll(() => project.remove());

  test('is stored, recalled, extended, and promotes nothing on a script', async () => {
    const repo = project.root;
    const at = (name: string): string => join(repo, name);
    const record = await compareConfigurations({
      repo,
      baseline: at('bad'),
      candidates: [at('good')],
      tasks: at('tasks'),
      agent: 'builtin:mock:flaky',
      policy: { trials: 1 },
    });
    expect(await loadExperiment(record.id, { repo })).toEqual(record);
    expect(await resumeComparison('latest', { repo })).toEqual(record);
    expect(await planPromotion(record.id, { repo })).toBeNull();
    const seen: string[] = [];
    const more = await addTrials(record.id, 1, { repo, onProgress: ({ event }) => seen.push(event) });
    expect(more.trials).toHaveLength(2 * record.trials.length);
    expect(seen).toEqual(
      expect.arrayContaining(['trials_planned', 'trial_started', 'trial', 'run_finished']),
    );
    expect((await validateTasks(at('tasks'))).map(({ sound }) => sound)).toEqual([true, true]);
  });
});
