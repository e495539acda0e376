import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHydra } from '../support/run-hydra.ts';
import { makeProject, type ScratchProject } from '../support/scratch-project.ts';

let project: ScratchProject;
let empty: string;

beforeAll(async () => {
  project = await makeProject({
    'package.json': JSON.stringify({ name: 'x', scripts: { test: 'node --test' } }),
    'a.test.js': "require('node:test').test('a', () => {});\n",
  });
  await project.patch('fine', { 'b.js': 'module.exports = 1;\n' });
  empty = await mkdtemp(join(tmpdir(), 'hydra-empty-'));
});
afterAll(async () => {
  await project.remove();
  await rm(empty, { recursive: true, force: true });
});

const fine = (): string => `fine=${join(project.patches, 'fine.patch')}`;

const cases: readonly [string, () => { words: string[]; cwd?: string; says: RegExp; hint: RegExp }][] = [
  [
    'not a git repository',
    () => ({
      words: ['evaluate', '--base', 'main', '--candidate', fine()],
      cwd: empty,
      says: /not in a git repository/i,
      hint: /--repo|git init/,
    }),
  ],
  [
    'a repository that does not exist',
    () => ({ words: ['runs', '--repo', join(empty, 'nowhere')], says: /nowhere/, hint: /./ }),
  ],
  [
    'an unknown ref',
    () => ({ words: ['evaluate', '--base', 'mian', '--candidate', fine()], says: /mian/, hint: /main/ }),
  ],
  [
    'a ref that looks like an option',
    () => ({ words: ['evaluate', '--base=--exec=x', '--candidate', fine()], says: /--exec=x/, hint: /./ }),
  ],
  [
    'two candidates with one name',
    () => ({
      words: ['evaluate', '--base', 'main', '--candidate', fine(), '--candidate', fine()],
      says: /Two candidates are called fine/,
      hint: /its own name/,
    }),
  ],
  [
    'an empty candidate list',
    () => ({ words: ['evaluate', '--base', 'main'], says: /no candidate/, hint: /--candidate/ }),
  ],
  [
    'a folder without patches',
    () => ({
      words: ['evaluate', '--base', 'main', '--candidates', empty],
      says: /no candidate/,
      hint: /--candidates/,
    }),
  ],
  [
    'a candidate without a source',
    () => ({
      words: ['evaluate', '--base', 'main', '--candidate', 'x=nothing-here'],
      says: /nothing-here/,
      hint: /./,
    }),
  ],
  [
    'a name that could be a path',
    () => ({
      words: ['evaluate', '--base', 'main', '--candidate', '../x=main'],
      says: /cannot be a candidate's name/,
      hint: /visible characters/,
    }),
  ],
  [
    'a name that is reserved for the base',
    () => ({
      words: ['evaluate', '--base', 'main', '--candidate', 'baseline=main'],
      says: /name of the base/,
      hint: /another name/,
    }),
  ],
  ['an unknown run', () => ({ words: ['show', '01ZZZ'], says: /01ZZZ/, hint: /hydra runs/ })],
  [
    'latest without any run',
    () => ({ words: ['merge', 'latest'], says: /no (complete )?run/i, hint: /hydra evaluate/ }),
  ],
  ['nothing to evaluate', () => ({ words: ['evaluate'], says: /no candidate/, hint: /codex\.patch/ })],
  [
    'an unknown option',
    () => ({
      words: ['evaluate', '--base', 'main', '--candidat', 'x=y'],
      says: /candidat/,
      hint: /--candidate/,
    }),
  ],
  ['a missing argument', () => ({ words: ['show'], says: /argument 'run'/, hint: /hydra show --help/ })],
  ['an unknown command', () => ({ words: ['evalute'], says: /evalute/, hint: /evaluate/ })],
  ['a document that is not JSON', () => ({ words: ['score', fine().slice(5)], says: /not JSON/, hint: /./ })],
  [
    'jobs that are not a number',
    () => ({ words: ['evaluate', '--base', 'main', '--jobs', 'many'], says: /jobs/, hint: /whole number/ }),
  ],
];

test.each(cases)('%s: one sentence, a hint, exit 2, nothing left behind', async (_, make) => {
  const { words, cwd = project.root, says, hint } = make();
  const { code, stdout, stderr } = await runHydra(words, { cwd });
  expect(stderr).toMatch(says);
  expect(stderr).toMatch(hint);
  expect(stderr).toMatch(/^error [^\n]+\nhint  [^\n]+\n$/);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(
    existsSync(join(project.root, '.hydra', 'runs'))
      ? (await runHydra(['runs', '--json'], { cwd: project.root })).stdout.trim()
      : '[]',
  ).toBe('[]');
});

test.each([
  ['unknown key', '[scoring.weights]\nbuild = 1\ntest = 2\n', /hydra\.toml:3:.*test.*tests/],
  [
    'wrong type',
    '[scoring]\nprofile = "js-node"\n\n[scoring.gates]\nrequire_build_pass = "yes"\n',
    /hydra\.toml:5:/,
  ],
  ['not TOML', '[scoring\n', /hydra\.toml:1/],
])('unreadable configuration, %s: the line is shown', async (_, text, says) => {
  const other = await makeProject({ 'hydra.toml': text, 'package.json': '{}' });
  try {
    const patch = await other.patch('p', { 'x.js': '1\n' });
    const { code, stderr } = await runHydra(['evaluate', '--base', 'main', '--candidate', `p=${patch}`], {
      cwd: other.root,
    });
    expect(stderr).toMatch(says);
    expect(code).toBe(2);
  } finally {
    await other.remove();
  }
});

test('a repository without a known profile gets instructions', async () => {
  const other = await makeProject({ 'notes.txt': 'hello\n' });
  try {
    const patch = await other.patch('p', { 'notes.txt': 'bye\n' });
    const { code, stderr } = await runHydra(['evaluate', '--base', 'main', '--candidate', `p=${patch}`], {
      cwd: other.root,
    });
    expect(stderr).toMatch(/hydra init|scoring\.commands/);
    expect(code).toBe(2);
  } finally {
    await other.remove();
  }
});

test('without git on the PATH the sentence says so', async () => {
  const { code, stderr } = await runHydra(['runs'], { cwd: project.root, env: { PATH: empty } });
  expect(stderr).toMatch(/git/);
  expect(code).toBe(2);
});

test('a usage file that names an unknown candidate is refused', async () => {
  const usage = join(empty, 'usage.json');
  await writeFile(usage, '{"somebody": {"usd": 1}}');
  const { code, stderr } = await runHydra(
    ['evaluate', '--base', 'main', '--candidate', fine(), '--usage', usage],
    { cwd: project.root },
  );
  expect(stderr).toMatch(/somebody/);
  expect(code).toBe(2);
});
