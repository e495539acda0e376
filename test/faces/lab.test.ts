import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LabJson } from '../../scripts/docs/json-schemas.ts';
import { evaluateLabPool, readLabPool } from '../../src/faces/library/library.ts';
import { has, unless } from '../support/needs.ts';
import { runHydra } from '../support/run-hydra.ts';
import { makeProject, type ScratchProject } from '../support/scratch-project.ts';

const source = (sum: string): string => `exports.add = (a, b) => ${sum};\n`;
const TEST = `const test = require('node:test');
const assert = require('node:assert');
const { add } = require('../add.js');
test('adds', () => assert.equal(add(1, 2), 3));
test('adds nothing', () => assert.equal(add(0, 0), 0));
`;

describe.skipIf(!has.sandbox)(`a pool that is evaluated${unless('sandbox')}`, () => {
  let project: ScratchProject;
  let pool: string;
  let clones: string;
  const lab = (...words: readonly string[]) =>
    runHydra(['lab', pool, '--clones', clones, ...words], { cwd: project.root });
  beforeAll(async () => {
    project = await makeProject({
      'package.json': '{ "name": "p", "version": "1.0.0", "scripts": { "test": "node --test" } }\n',
      'add.js': source('a - b'),
      'test/add.test.js': TEST,
    });
    const base = (await project.commit('base')).trim();
    const patchOf = async (name: string, sum: string) =>
      readFile(await project.patch(name, { 'add.js': source(sum) }), 'utf8');
    const candidates = [
      { agent: 'Right one', author: 'a', resolved: true, patch: await patchOf('right', 'a + b') },
      { agent: 'wrong', author: 'b', resolved: false, patch: await patchOf('wrong', 'a * b') },
    ];
    const lines = [
      { id: 'known', repo: 'shop/add', base, task: 'add must add', candidates },
      { id: 'lost', repo: 'shop/add', base: 'f'.repeat(40), task: '', candidates },
      { id: 'diffs-only', repo: 'shop/add', task: '', candidates },
    ];
    pool = join(project.root, '../pool.jsonl');
    await writeFile(pool, lines.map((line) => JSON.stringify(line)).join('\n'));
    clones = join(project.root, '../clones');
    await mkdir(clones);
    await symlink(project.root, join(clones, 'shop+add'));
  });
  afterAll(() => project.remove());

  test('measures decisions with checks, on the tasks that name a base; failed ones count as undecided', async () => {
    const measured = await lab('--json', '--selector', 'decision', '--selector', 'smallest');
    expect(measured.code, measured.stderr).toBe(0);
    expect(measured.stderr).toContain('1 of 2: known: Right one, right');
    expect(measured.stderr).toMatch(/2 of 2: lost: .*f{40}/);
    const report: unknown = JSON.parse(measured.stdout);
    expect(LabJson.safeParse(report).error?.issues ?? []).toEqual([]);
    expect(report).toMatchObject({
      tasks: 2,
      selectors: [
        {
          selector: 'decision',
          tasks: 2,
          decisive: 2,
          selected: { value: 0.75 },
          recovery: { value: 0.5 },
          named: { winners: 1, abstentions: 1, precision: 1 },
        },
        { selector: 'smallest', tasks: 2 },
      ],
    });
  });

  test('checks that have ended are not repeated, and one that takes too long is stopped', async () => {
    const read = readLabPool(await readFile(pool, 'utf8'));
    if (!read.ok) throw new Error(read.problem);
    const [known] = read.tasks;
    const events: string[] = [];
    const evaluate = (tasks: typeof read.tasks, limitMs: number) =>
      evaluateLabPool({ tasks, clones, limitMs, onProgress: ({ event }) => events.push(event) });
    const [again] = await evaluate([known!], 600_000);
    expect(again?.conclusion?.winner).toBe('Right one');
    expect(events).toContain('check_reused');
    expect(events).not.toContain('check_started');
    const changed = { ...known!, task: 'another task: nothing is known about it' };
    const [stopped] = await evaluate([changed], 1);
    expect([stopped?.conclusion, stopped?.unfinished]).toEqual([undefined, 'stopped after 0 minutes']);
  });

  test('needs a base, and is not for stored runs', async () => {
    const plain = join(project.root, '../plain.jsonl');
    await writeFile(plain, (await readFile(pool, 'utf8')).split('\n')[2] ?? '');
    const without = await runHydra(['lab', plain, '--clones', clones], { cwd: project.root });
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('names its base')]);
    const mine = await runHydra(['lab', '--mine', '--clones', clones], { cwd: project.root });
    expect([mine.code, mine.stderr]).toEqual([2, expect.stringContaining('not evaluated again')]);
  });
});
