// What the test matrix and the controls add to plain checks: the same build and tests on every tree, nothing else.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type BenchProject,
  cores,
  evaluateField,
  type Line,
  line,
  makeRepository,
  report,
} from './support.ts';

const CANDIDATES = 8;
const SUITES = 6;
const TEST_MS = 400;

const testFile = (title: string, assertion: string, waitMs: number): string =>
  `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clamp } from '../src/clamp.js';

test('${title}', async () => {
  await new Promise((done) => setTimeout(done, ${waitMs}));
  ${assertion}
});
`;

const source = (body: string, note: number): string =>
  `// Version ${note}.\nexport const clamp = (x, low, high) => ${body};\n`;

const BASE: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify({ name: 'bench', version: '1.0.0', type: 'module', scripts: { build: 'sleep 1', test: 'node --test' } })}\n`,
  'src/clamp.js': source('Math.min(x, high)', 0),
  'test/low.test.js': testFile('clamps below', 'assert.equal(clamp(-3, 1, 5), 1);', TEST_MS),
  ...Object.fromEntries(
    Array.from({ length: SUITES }, (_, at) => [
      `test/high-${at}.test.js`,
      testFile(`clamps above ${at}`, `assert.equal(clamp(${10 + at}, 1, 5), 5);`, TEST_MS),
    ]),
  ),
};

type Candidate = Readonly<Record<string, string>>;

const fieldOf = (withTests: boolean): Readonly<Record<string, Candidate>> =>
  Object.fromEntries(
    Array.from({ length: CANDIDATES }, (_, at): [string, Candidate] => [
      `c${at + 1}`,
      {
        'src/clamp.js': source('Math.max(low, Math.min(x, high))', at + 1),
        ...(withTests
          ? {
              [`test/own-${at}.test.js`]: testFile(
                `own ${at}`,
                `assert.equal(clamp(${-9 - at}, -2, 5), -2);`,
                100,
              ),
            }
          : {}),
      },
    ]),
  );

const run = (cwd: string): Promise<void> =>
  new Promise((done, failed) => {
    const child = spawn('sh', ['-c', 'npm run build && npm test'], { cwd, stdio: 'ignore' });
    child.on('error', failed).on('close', () => done());
  });

/** Trees are ready before the clock starts; as many at a time as there are cores. */
const plainMs = async (
  project: BenchProject,
  field: Readonly<Record<string, Candidate>>,
): Promise<number> => {
  const trees = ['base', ...Object.keys(field)].map((name) => {
    const root = join(dirname(project.root), 'plain', name);
    cpSync(project.root, root, { recursive: true, filter: (path) => !path.endsWith('.git') });
    for (const [path, text] of Object.entries(field[name] ?? {})) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return root;
  });
  const startedMs = performance.now();
  const worker = async (): Promise<void> => {
    for (let tree = trees.shift(); tree !== undefined; tree = trees.shift()) await run(tree);
  };
  await Promise.all(Array.from({ length: cores }, worker));
  return performance.now() - startedMs;
};

const measureField = async (withTests: boolean, what: string, atMost: number): Promise<Line> => {
  const field = fieldOf(withTests);
  const project = makeRepository(BASE, field);
  const plain = await plainMs(project, field);
  const { ms, code } = await evaluateField(project);
  project.remove();
  if (code !== 0) throw new Error(`evaluate ended with ${code}`);
  return line(what, ms / plain, '×', { atMost });
};

report('trust', [
  await measureField(
    false,
    `matrix and controls, ${CANDIDATES} candidates that touch no test: over plain checks`,
    1.35,
  ),
  await measureField(
    true,
    `matrix and controls, ${CANDIDATES} candidates that all add tests: over plain checks`,
    2.2,
  ),
]);
