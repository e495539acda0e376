import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerPanel } from '../support/answer-panel.ts';
import { makeTask } from '../support/made-task.ts';
import { runHydra } from '../support/run-hydra.ts';
import { makeProject, type ScratchProject } from '../support/scratch-project.ts';

/** Would show, run or redirect if any page took it for HTML, an address or an object's key. */
export const HOSTILE = `<img src=x onerror="window.pwned=1">"'><script>window.pwned=1<`;
const HOSTILE_PATH = `src/<b onclick=alert(1)>&"'.js`;

const BASE = {
  'package.json':
    '{ "name": "shop", "type": "module", "scripts": { "build": "node build.js", "test": "node --test" } }\n',
  'build.js': `for (let at = 1; at <= 40; at += 1) console.log('\\u001B[32mok\\u001B[0m part ' + at);
console.log('\\u001B[31mwarning\\u001B[0m: one part is old');
`,
  'src/sum.js': 'export const sum = (a, b) => a - b;\n',
  'test/sum.test.js': `import assert from 'node:assert/strict';
import test from 'node:test';
import { sum } from '../src/sum.js';
test('adds', () => assert.equal(sum(1, 2), 3));
test('nothing is nothing', () => assert.equal(sum(0, 0), 0));
`,
  'hydra.toml': '[probe]\nseconds = 0\n',
};
/** Only few candidates are probed and shown to a panel: it takes seconds. */
const probed = (asks: string): string =>
  `[probe]\nseconds = 4\n[selection]\nmodel = ${JSON.stringify(`file:${asks}`)}\n`;
/** One test that a model writes counts, and one passes on the base. */
const WRITTEN = `import assert from 'node:assert/strict';
import test from 'node:test';
import { sum } from '../src/sum.js';
test('adds what is negative', () => assert.equal(sum(-2, 1), -1));
test('leaves zero alone', () => assert.equal(sum(3, 0), 3));
`;
const FIX = { 'src/sum.js': 'export const sum = (a, b) => a + b;\n' };

/** Its names, paths, lines, tests and output are all hostile. */
const hostileFiles = {
  'src/sum.js': `// ${HOSTILE}\nexport const sum = (a, b) => { console.log(${JSON.stringify(`\u001B[31m${HOSTILE}\u001B[0m`)}); return a + b; };\n`,
  [HOSTILE_PATH]: `export const x = ${JSON.stringify(HOSTILE)};\n`,
  'test/sum.test.js': `${BASE['test/sum.test.js']}test(${JSON.stringify(HOSTILE)}, () => assert.equal(sum(2, 2), 4));\n`,
};

export const CROWD = 200;
/** The exit code of a run whose panel has no reply yet. */
const WAITS = 4;

/** Two evaluations: of 200 candidates, most of which are the same change, and of three. The checks of a tree run once. */
export const makeCrowd = async (): Promise<ScratchProject> => {
  const project = await makeProject(BASE);
  await project.commit('base');
  const same = await readFile(await project.patch('same', FIX), 'utf8');
  const folder = join(project.patches, 'field');
  await mkdir(folder);
  for (let number = 3; number <= CROWD; number += 1)
    await writeFile(join(folder, `copy-${String(number).padStart(3, '0')}.patch`), same);
  const few = join(project.patches, 'few');
  await mkdir(few);
  // Passes every test, and answers other calls differently.
  const careless = await project.patch('careless', {
    'src/sum.js': 'export const sum = (a, b) => Math.abs(a + b);\n',
  });
  await copyFile(careless, join(few, 'careless.patch'));
  const config = join(project.patches, 'probed.toml');
  const asks = join(project.patches, '../asks');
  await writeFile(config, probed(asks));
  const late = { 'src/sum.js': 'export const sum = (a, b) => b - a;\n' };
  const named = [
    [HOSTILE, await project.patch('hostile', hostileFiles)],
    ['__proto__', await project.patch('late', late)],
  ] as const;
  for (const [name, patch] of named)
    for (const to of [folder, few]) await copyFile(patch, join(to, `${name}.patch`));
  for (const [candidates, settings] of [
    [folder, []],
    [few, ['--config', config, '--panel', '--panel-tests']],
  ] as const) {
    const words = [
      'evaluate',
      '--base',
      'main',
      '--candidates',
      candidates,
      '--task',
      HOSTILE,
      '--jobs',
      '2',
      ...settings,
    ];
    let { code, stderr } = await runHydra(words, { cwd: project.root });
    // The panel is asked once the tests that a model wrote have run.
    for (let asked = 1; code === WAITS && asked <= 2; asked += 1) {
      await answerPanel(asks, {
        isRight: (candidate) => candidate.includes('Math.abs'),
        reason: `It is short. ${HOSTILE}`,
        tests: { path: 'test/sum.panel.test.js', text: WRITTEN },
      });
      ({ code, stderr } = await runHydra(words, { cwd: project.root }));
    }
    if (code !== 0 && code !== 1) throw new Error(stderr);
  }
  return project;
};

export type BenchRuns = {
  readonly suite: string;
  readonly out: string;
  readonly remove: () => Promise<void>;
};

/** Two benchmark runs of scripted agents on one task. */
export const makeBenchRuns = async (): Promise<BenchRuns> => {
  const suite = await makeTask();
  const out = await mkdtemp(join(tmpdir(), 'hydra-bench-out-'));
  for (const model of ['mock:synthetic', 'mock:empty']) {
    const words = ['bench', 'run', '--model', model, '--suite', suite.folder, '--out', out, '--json'];
    const { code, stderr } = await runHydra(words);
    if (code !== 0 && code !== 1) throw new Error(stderr);
  }
  const remove = async (): Promise<void> => {
    await suite.remove();
    await rm(out, { recursive: true, force: true });
  };
  return { suite: suite.folder, out, remove };
};

/** Two configurations of a scripted agent on the bundled example's tasks. */
export const compareIn = async (project: ScratchProject): Promise<void> => {
  const { suiteFiles } = await import('../shell/experiment/experiment-builders.ts');
  await project.write({
    ...suiteFiles('tasks', 2),
    'good/config.toml': '[mock]\nskill = 1\n',
    'bad/config.toml': '[mock]\nskill = 0\n',
  });
  const words = ['compare', '--tasks', 'tasks', '--agent', 'builtin:mock:flaky', '--trials', '3'];
  const { code, stderr } = await runHydra([...words, '--baseline', 'bad', '--candidate', 'good'], {
    cwd: project.root,
  });
  if (code !== 0 && code !== 1) throw new Error(stderr);
};

/** The bundled example in a separate repository, with nothing evaluated yet. */
export const makeEmptyRepository = async (): Promise<ScratchProject> => {
  const project = await makeProject({ 'README.md': 'empty\n' });
  await project.commit('base');
  return project;
};
