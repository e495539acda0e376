import { expect, test } from 'vitest';
import { REPORTERS, runReporter } from './run-reporter.ts';

/** The events of jasmine, without jasmine. */
const run = (events: string) =>
  runReporter({
    files: {
      'run.js': `
        const Reporter = require(${JSON.stringify(`${REPORTERS}/jasmine.cjs`)});
        const reporter = new Reporter();
        const spec = (description, status, failedExpectations = []) =>
          ({ description, fullName: 'outer ' + description, status, failedExpectations });
        reporter.jasmineStarted();
        ${events}`,
    },
    command: ['node', 'run.js'],
    parser: 'jasmine',
  }).outcomes;

test('every outcome is there by id', () => {
  const events = `for (const [name, status] of [['a', 'passed'], ['b', 'failed'], ['c', 'pending'], ['d', 'excluded']])
      reporter.specDone(spec(name, status));
    reporter.suiteDone(spec('inner', 'finished')); reporter.jasmineDone({ failedExpectations: [] });`;
  expect(run(events)).toEqual({
    'outer > a': 'passed',
    'outer > b': 'failed',
    'outer > c': 'skipped',
    'outer > d': 'skipped',
  });
});

test('failures outside of specs are there too', () => {
  const events = `const failed = [{ message: 'no' }];
    reporter.specDone(spec('a', 'passed')); reporter.suiteDone(spec('inner', 'failed', failed));
    reporter.jasmineDone({ failedExpectations: failed });`;
  expect(run(events)).toEqual({
    'outer > a': 'passed',
    'outer > inner': 'failed',
    'outside of specs': 'failed',
  });
});

test('a process that ends in the middle leaves no result', () => {
  expect(run(`reporter.specDone(spec('a', 'passed')); process.exit(0);`)).toBe(
    'jasmine ended before its tests did (exit code 0)',
  );
});
