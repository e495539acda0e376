import { expect, test } from 'vitest';
import { REPORTERS, runReporter } from './run-reporter.ts';

/** The events of a mocha runner, without mocha: its own runs are recorded under the fixtures. */
const run = (events: string) =>
  runReporter({
    files: {
      'run.js': `
        const Reporter = require(${JSON.stringify(`${REPORTERS}/mocha.cjs`)});
        const runner = new (require('node:events'))();
        new Reporter(runner, {});
        const test = (...path) => ({ titlePath: () => path, title: path.at(-1), file: __filename, type: 'test' });
        ${events}`,
    },
    command: ['node', 'run.js'],
    parser: 'mocha',
  }).outcomes;

test('every outcome is there by id', () => {
  const events = `runner.emit('pass', test('a', 'b')); runner.emit('fail', test('c'), new Error('no'));
    runner.emit('pending', test('d')); runner.emit('end');`;
  expect(run(events)).toEqual({
    'run.js > a > b': 'passed',
    'run.js > c': 'failed',
    'run.js > d': 'skipped',
  });
});

test('a process that ends in the middle leaves no result', () => {
  expect(run(`runner.emit('pass', test('a')); process.exit(0);`)).toBe(
    'mocha ended before its tests did (exit code 0)',
  );
});

test('a test that patches what a reporter needs does not change the report', () => {
  const events = `JSON.stringify = () => '{}'; require('fs').writeSync = () => 0; Object.prototype.toJSON = () => 'x';
    runner.emit('pass', test('a')); runner.emit('fail', test('b')); runner.emit('end');`;
  expect(run(events)).toEqual({ 'run.js > a': 'passed', 'run.js > b': 'failed' });
});
