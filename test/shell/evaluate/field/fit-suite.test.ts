import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeProject, type ScratchProject } from '../../../support/scratch-project.ts';
import { sharedSession } from '../../../support/shared-session.ts';

let project: ScratchProject;
let result: Awaited<ReturnType<typeof sharedSession.evaluate>>;

const testOf = (call: string, expected: string): string =>
  `import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { twice } from '../src/twice.mjs';\ntest('${call}', () => assert.equal(${call}, ${expected}));\n`;

/** 100 test files, one of which never ends. */
const others = Object.fromEntries(
  Array.from({ length: 100 }, (_, at) => [
    `test/other-${String(at).padStart(3, '0')}.test.mjs`,
    at === 0 ? 'setInterval(() => {}, 1000);\n' : '',
  ]),
);

beforeAll(async () => {
  project = await makeProject({
    'package.json': '{"name":"twice","version":"1.0.0","type":"module","scripts":{"test":"node --test"}}\n',
    'src/twice.mjs': 'export const twice = (value) => value + 2;\n',
    'test/twice.test.mjs': testOf('twice(2)', '4'),
    // This is close too, and does not end either.
    'test/zz-twice.test.mjs': 'setInterval(() => {}, 1000);\n',
    ...others,
    'hydra.toml': '[scoring.timeouts]\ntest = 12\n',
  });
  const right = await project.patch('right', {
    'src/twice.mjs': 'export const twice = (value) => value + value;\n',
    'test/twice.test.mjs': `${testOf('twice(2)', '4')}test('three', () => assert.equal(twice(3), 6));\n`,
  });
  const wrong = await project.patch('wrong', {
    'src/twice.mjs': 'export const twice = (value) => value - 2;\n',
  });
  result = await sharedSession.evaluate({
    repo: project.root,
    base: 'main',
    candidates: [
      { name: 'right', source: right },
      { name: 'wrong', source: wrong },
    ],
  });
});
afterAll(() => project.remove());

describe('a suite that does not end in time on the base', () => {
  test('is narrowed to the files nearest to the changes, the same for every candidate', () => {
    expect(result.captured.narrowed).toEqual({
      files: ['test/twice.test.mjs'],
      of: 102,
      timeoutMs: 12_000,
    });
    const commands = [result.captured.baseline, ...result.captured.evidence].flatMap(({ runs }) =>
      runs.filter(({ check }) => check.name === 'test').map(({ check }) => check.command),
    );
    expect(new Set(commands).size).toBe(1);
    expect(commands[0]).toContain('twice.test.mjs');
    // In a file that does not run, no changed expectation can fail.
    expect(result.conclusion.notes.join('\n')).not.toContain('negative-control was not applied');
  });

  test('still finds the right one, and says that the evidence is partial', () => {
    const { winner, evidence_strength, notes } = result.conclusion;
    expect(winner).toBe('right');
    expect(evidence_strength?.reasons.join(' ')).toContain('partial: only 1 of 102 test files ran');
    expect(notes.join(' ')).toContain('did not end within 12 s');
  });
});
