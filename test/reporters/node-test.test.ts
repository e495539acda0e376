import { expect, test } from 'vitest';
import { runReporter } from './run-reporter.ts';

const REPORTER = '--test-reporter="$HYDRA_REPORTERS/node-test.mjs" --test-reporter-destination=stdout';
const run = (files: Readonly<Record<string, string>>, script: string) =>
  runReporter({ files, command: ['sh', '-c', script], parser: 'node-test' });

const HEAD = `const test = require('node:test'); const assert = require('node:assert');\n`;

test('every outcome is there by id, and failures are on the console', () => {
  const files = {
    'test/a.test.js': `${HEAD}
      test('passes', () => {});
      test('fails', () => assert.equal(1, 2));
      test.skip('skipped', () => {});
      test.describe('suite', () => { test.it('inner ✓', () => {}); });`,
    'test/b.test.js': `throw new Error('on load');`,
  };
  const { outcomes, exitCode, stderr } = run(files, `node ${REPORTER} --test`);
  expect(outcomes).toEqual({
    'test/a.test.js > passes': 'passed',
    'test/a.test.js > fails': 'failed',
    'test/a.test.js > skipped': 'skipped',
    'test/a.test.js > suite > inner ✓': 'passed',
    'test/b.test.js': 'failed',
  });
  expect(exitCode).toBe(1);
  expect(stderr).toContain('not ok - fails');
});

test('an error that cannot be printed is a failed test like any other', () => {
  const files = {
    'a.js': `${HEAD}test('odd', () => { throw Object.create(null); }); test('fine', () => {});`,
  };
  expect(run(files, `node ${REPORTER} a.js`).outcomes).toEqual({
    'a.js > odd': 'failed',
    'a.js > fine': 'passed',
  });
});

test('one command may start the runner twice', () => {
  const files = { 'a.js': `${HEAD}test('one', () => {});`, 'b.js': `${HEAD}test('two', () => {});` };
  expect(run(files, `node ${REPORTER} --test a.js && node ${REPORTER} --test b.js`).outcomes).toEqual({
    'a.js > one': 'passed',
    'b.js > two': 'passed',
  });
});

test('given in NODE_OPTIONS it reports the run alone, not runners that tests start', () => {
  const files = {
    'a.test.js': `${HEAD}
      const { spawnSync } = require('node:child_process');
      test('starts a runner', () => {
        const { NODE_TEST_CONTEXT, ...env } = process.env;
        const ran = spawnSync(process.execPath, ['--test', 'inner.js'], { env, encoding: 'utf8' });
        assert.equal(ran.status, 1, ran.stderr);
      });`,
    'inner.js': `${HEAD}test('fails on purpose', () => assert.fail());`,
  };
  expect(run(files, `NODE_OPTIONS='${REPORTER.replaceAll('"', '')}' node --test a.test.js`).outcomes).toMatch(
    /left no report/,
  );
  expect(run(files, `NODE_OPTIONS="${REPORTER.replaceAll('"', '')}" node --test a.test.js`).outcomes).toEqual(
    {
      'a.test.js > starts a runner': 'passed',
    },
  );
});

test('a process that ends in the middle leaves no result', () => {
  const files = {
    'a.js': `${HEAD}test('one', () => {}); test('leaves', () => process.exit(0)); test('never', () => {});`,
  };
  const { outcomes, exitCode } = run(files, `node ${REPORTER} a.js`);
  expect(outcomes).toBe('node:test ended before its tests did (exit code 0)');
  expect(exitCode).toBe(0);
});

test('a test that patches what a reporter needs does not change the report', () => {
  const files = {
    'a.js': `${HEAD}
      test('patches', () => {
        JSON.stringify = () => '{"forged":true}';
        require('node:fs').writeSync = () => 0;
        Object.prototype.toJSON = () => 'forged';
      });
      test('fails', () => assert.fail());`,
  };
  expect(run(files, `node ${REPORTER} a.js`).outcomes).toEqual({
    'a.js > patches': 'passed',
    'a.js > fails': 'failed',
  });
});
