import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeProject, type ScratchProject } from '../support/scratch-project.ts';
import { type Ended, newMark, openArena, orphans, type Arena } from './killed-run.ts';

const mark = newMark();
let project: ScratchProject;
let arena: Arena;
let ended: Ended;

const TESTS = `const test = require('node:test');
test('adds', () => require('node:assert').equal(require('./sum.js')(1, 2), 3));
`;
const FIX = 'module.exports = (a, b) => a + b;\n';
/** Each takes all it can as soon as it is loaded; each would end by itself before it harms the machine. */
const BOMBS: Readonly<Record<string, string>> = {
  forks: `const { spawn } = require('node:child_process');
for (let n = 0; n < 400; n += 1) spawn('sleep', ['20'], { stdio: 'ignore' }).on('error', () => {});
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20000);\n${FIX}`,
  memory: `const { spawn } = require('node:child_process');
for (let n = 0; n < 6; n += 1) spawn('sh', ['-c', '(head -c 300m /dev/zero; sleep 20) | tail -c 300m'], { stdio: 'ignore' });
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20000);\n${FIX}`,
  disk: `const fs = require('node:fs');
for (let n = 0; n < 2000; n += 1) fs.writeFileSync('fill' + n, Buffer.alloc(1 << 20));\n${FIX}`,
  output: `const fs = require('node:fs');
for (let n = 0; n < 2000; n += 1) fs.writeSync(2, 'x'.repeat(1 << 20));\n${FIX}`,
};

beforeAll(async () => {
  project = await makeProject({
    'hydra.toml': `[scoring.commands]
test = ": ${mark}; node sum.js && node --test"
install = false
[checks.limits]
memory_mb = 1200
processes = 200
disk_mb = 100
output_mb = 20
`,
    'package.json': '{"name": "sum"}',
    'sum.js': 'module.exports = (a, b) => a - b;\n',
    'sum.test.js': TESTS,
  });
  for (const [name, source] of Object.entries({ right: FIX, ...BOMBS }))
    await project.patch(name, { 'sum.js': source });
  arena = await openArena(project, mark);
  ended = await arena.evaluate().ended;
});
afterAll(async () => {
  await arena.remove();
  await project.remove();
});

test('the honest candidate wins against four bombs', () => {
  expect(ended.code, ended.stderr).toBe(0);
  expect(JSON.parse(ended.stdout).winner).toBe('right');
});

test.each([
  ['forks', /more than 200 processes/],
  ['memory', /more than 1200 MB of memory/],
  ['disk', /more than 100 MB of disk/],
  ['output', /more than 20 MB of output/],
])('%s fails by its own fault, and the reason is reported', (name, reason) => {
  const { rankings } = JSON.parse(ended.stdout) as {
    rankings: { agent: string; mergeable: boolean; gates: string[]; reasons: Record<string, string> }[];
  };
  const bomb = rankings.find(({ agent }) => agent === name);
  expect(bomb?.mergeable).toBe(false);
  expect(bomb?.gates).toContain('tests');
  expect(JSON.stringify(bomb?.reasons)).toMatch(reason);
});

test('nothing of them is left', async () => {
  expect(await orphans(mark)).toBeNull();
});
