import { describe, expect, test } from 'vitest';
import { diagnoseBase, type BaseInput } from '../../../../src/core/analyse/base/diagnose-base.ts';
import { readSymptoms } from '../../../../src/core/analyse/base/read-symptoms.ts';
import { WHOLE_COMMAND } from '../../../../src/core/domain/check/test-report.ts';
import { measured, missing } from '../../../../src/core/domain/measured.ts';
import { firstMeaningfulLine } from '../../../../src/core/text/first-meaningful-line.ts';
import { aTree } from '../../../support/evidence-builders.ts';
import { planOf } from '../../profile/plan-fixture.ts';

const plan = planOf({ 'package.json': '{"scripts":{"test":"node --test"}}' });
const diagnose = (more: Partial<BaseInput>) =>
  diagnoseBase({
    plan,
    baseline: aTree({ a: 'passed' }),
    logs: { install: '', build: '', test: '' },
    submodules: [],
    usesLfs: false,
    ...more,
  });

describe('what a log shows about the machine', () => {
  test.each([
    ["ModuleNotFoundError: No module named 'yaml'", 'missing-module', 'yaml is not installed'],
    [
      "ImportError: cannot import name 'Mapping' from 'collections' (collections/__init__.py)",
      'toolchain-version',
      "another version of the toolchain is asked for: cannot import name 'Mapping' from 'collections'",
    ],
    ["Error: Cannot find module 'left-pad'", 'missing-module', 'left-pad is not installed'],
    [
      'x.go:3:2: no required module provides package example.com/a; to add it:',
      'missing-module',
      'example.com/a is not installed',
    ],
    [
      "`require': cannot load such file -- nokogiri (LoadError)",
      'missing-module',
      'nokogiri is not installed',
    ],
    [
      'Error: connect ECONNREFUSED 127.0.0.1:6379',
      'service-refused',
      'a connection to port 6379 was refused: nothing answers as redis',
    ],
    [
      'psycopg2.OperationalError: connection to server at "localhost", port 5432 failed: Connection refused',
      'service-refused',
      'a connection to port 5432 was refused: nothing answers as postgres',
    ],
    ['getaddrinfo EAI_AGAIN example.com', 'network', 'a host could not be reached: checks have no network'],
    ['sh: 1: ffmpeg: not found', 'missing-program', 'the program ffmpeg is not installed'],
    [
      "FileNotFoundError: [Errno 2] No such file or directory: 'git'",
      'missing-program',
      'the program git is not installed',
    ],
    [
      'go: go.mod requires go >= 1.99 (running go 1.22)',
      'toolchain-version',
      'another version of the toolchain is asked for: go.mod requires go >= 1.99 (running go 1.22)',
    ],
    [
      "ERROR: Package 'x' requires a different Python: 3.11.7 not in '>=3.12'",
      'toolchain-version',
      "another version of the toolchain is asked for: 3.11.7 not in '>=3.12'",
    ],
    [
      'Error: error:0308010C:digital envelope routines::unsupported',
      'toolchain-version',
      'another version of the toolchain is asked for: Node 16, or NODE_OPTIONS=--openssl-legacy-provider before the command',
    ],
    [
      'ValueError: version https://git-lfs.github.com/spec/v1',
      'lfs-pointer',
      'files of Git LFS are pointers: Hydra checks out what git stores',
    ],
  ])('%s', (line, cause, sentence) => {
    expect(readSymptoms([line])).toMatchObject([{ cause, sentence, times: 1 }]);
  });

  test('the most frequent comes first, with a remedy', () => {
    const [first, second] = readSymptoms([
      `${"No module named 'b'\n".repeat(2)}${'connect ECONNREFUSED ::1:6379\n'.repeat(3)}`,
    ]);
    expect(first).toMatchObject({
      times: 3,
      help: expect.stringContaining('[services.redis] command = "redis-server --port {port}"'),
    });
    expect(second).toMatchObject({
      cause: 'missing-module',
      times: 2,
      help: expect.stringContaining('[scoring.commands] install'),
    });
  });

  test('ordinary failures show nothing', () => {
    expect(
      readSymptoms(['AssertionError: expected 1 to be 2\n    at x (a.js:1:2)\nnot found in list']),
    ).toEqual([]);
  });
});

describe('the state of a base', () => {
  test('healthy: counts, commands, nothing to do, whatever is in the log', () => {
    expect(
      diagnose({ logs: { install: '', build: '', test: "No module named 'x'" }, submodules: ['vendor/a'] }),
    ).toEqual({
      profile: 'js-node',
      commands: [{ step: 'test', command: 'npm test' }],
      level: 'healthy',
      sentence: '1 test of the base passes.',
      tests: { passed: 1, failed: 0, skipped: 0 },
      findings: [],
    });
  });

  test('failing: how many, and the likeliest cause', () => {
    const baseline = aTree({ a: 'passed', b: 'failed', c: 'failed' });
    const health = diagnose({
      baseline,
      logs: { install: '', build: '', test: 'sh: redis-cli: not found' },
      submodules: ['vendor/a'],
    });
    expect(health).toMatchObject({ level: 'failing', sentence: '2 of 3 tests fail on the base.' });
    expect(health.findings.map(({ cause }) => cause)).toEqual(['missing-program', 'submodule-missing']);
  });

  test('unusable: the first informative line, not the end of a stack', () => {
    const log =
      'Traceback (most recent call last):\n  File "a.py", line 1\nModuleNotFoundError: No module named \'yaml\'\nshutting down\n';
    const baseline = {
      ...aTree({}),
      tests: missing('not-configured', 'pytest left no report'),
    };
    expect(diagnose({ baseline, logs: { install: '', build: '', test: log } })).toMatchObject({
      level: 'unusable',
      sentence:
        "The base cannot be tested: pytest left no report: ModuleNotFoundError: No module named 'yaml'",
      findings: [{ cause: 'missing-module' }],
    });
    expect(diagnose({ baseline: aTree({}) }).level).toBe('unusable');
    const built = { ...aTree({ a: 'passed' }), build: measured({ passed: false }) };
    const withBuild = planOf({ 'package.json': '{"scripts":{"test":"node --test","build":"tsc"}}' });
    expect(diagnose({ plan: withBuild, baseline: built })).toMatchObject({
      level: 'failing',
      sentence: 'The base cannot be built: its build fails. 1 test of the base passes.',
    });
  });

  test('an exit code is not a test', () => {
    const byExit = (outcome: 'passed' | 'failed') => aTree({ [WHOLE_COMMAND]: outcome });
    expect(diagnose({ baseline: byExit('passed') })).toMatchObject({ level: 'healthy', tests: null });
    expect(
      diagnose({
        baseline: byExit('failed'),
        logs: { install: '', build: '', test: 'unknown option --cov' },
      }),
    ).toMatchObject({
      level: 'unusable',
      sentence: 'The test command fails on the base, and its result cannot be read: unknown option --cov',
      tests: null,
    });
  });

  test('a failed installation is always reported', () => {
    const { findings } = diagnose({
      logs: { install: 'x\nhydra: uv is not installed\nhydra: uv is not installed\n', build: '', test: '' },
    });
    expect(findings).toMatchObject([{ cause: 'installation', sentence: 'uv is not installed' }]);
  });
});

test.each([
  [
    'npm warn deprecated x\nnpm error code ENOENT\nnpm error Missing script: "tset"\nnpm error A complete log of',
    'npm error Missing script: "tset"',
  ],
  [
    'a.js:1\nthrow new TypeError("no")\n^\n\nTypeError: no\n    at a (b.js:1:1)\n\nNode.js v20',
    'TypeError: no',
  ],
  ['all is well', 'all is well'],
  ['', null],
])('the informative line: %j', (log, line) => {
  expect(firstMeaningfulLine(log)).toBe(line);
});

describe('an installation in part', () => {
  const line = (more: object) =>
    `hydra-left-out: ${JSON.stringify({ requirement: 'old==1', from: 'dev.txt', reason: 'no release of it fits Python 3.12', instead: null, ...more })}`;

  test('says what is missing and what has another version, and leaves room for it beside other causes', () => {
    const install = [
      line({}),
      line({ requirement: 'new==1', instead: 'new>=1' }),
      'hydra-left-out: {',
      'pip',
    ].join('\n');
    const logs = {
      install,
      build: '',
      test: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `No module named '${name}'`).join('\n'),
    };
    const health = diagnose({ baseline: aTree({ a: 'passed', b: 'failed' }), logs });
    expect(health.findings.map(({ cause }) => cause)).toEqual([
      ...Array.from({ length: 3 }, () => 'missing-module'),
      ...Array.from({ length: 2 }, () => 'installation'),
    ]);
    expect(health.findings.slice(3).map(({ sentence }) => sentence)).toEqual([
      'installed in part, without 1 requirement: old==1 of dev.txt: no release of it fits Python 3.12',
      'installed with other versions than listed: new==1 of dev.txt (new>=1 instead): no release of it fits Python 3.12',
    ]);
    expect(health.left_out).toHaveLength(2);
  });

  test('is not mentioned if everything was installed', () => {
    const health = diagnose({ logs: { install: 'Successfully installed old-1', build: '', test: '' } });
    expect(health.findings).toEqual([]);
    expect(health).not.toHaveProperty('left_out');
  });
});
