import { expect, test } from 'vitest';
import { readableCommand } from '../../src/core/profile/readable-command.ts';
import { runReporter } from './run-reporter.ts';

const MOCHA = new Set(['mocha']);

/** How a project's command is run, with what `HYDRA_REPORTERS` holds. */
const commandOf = (command: string): string =>
  readableCommand('test', { command, text: command, segments: null, dependencies: MOCHA }).command;

const TESTS = `describe('sum', () => {
  it('adds', () => {});
  it('fails', () => { throw new Error('no'); });
  it('waits');
});\n`;
const IN_FOLDER = `const Mocha = require('mocha-11');
for (const name of ['one', 'two']) {
  const mocha = new Mocha({ reporter: 'dot' });
  mocha.addFile(\`\${__dirname}/\${name}.spec.js\`);
  mocha.cleanReferencesAfterRun(false).run();
}\n`;

const run = (files: Readonly<Record<string, string>>, command: string) =>
  runReporter({
    files,
    command: ['/bin/sh', '-c', commandOf(command)],
    parser: 'inside:mocha',
    packages: true,
  });

test('a program that loads mocha’s command line', () => {
  const { outcomes, trust } = run(
    {
      'sum.spec.js': TESTS,
      'bin/test': `process.argv.push('sum.spec.js', '-R', 'spec');\nrequire('mocha-11/bin/_mocha');\n`,
    },
    'node bin/test',
  );
  expect(outcomes).toEqual({
    'sum.spec.js > sum > adds': 'passed',
    'sum.spec.js > sum > fails': 'failed',
    'sum.spec.js > sum > waits': 'skipped',
  });
  expect(trust).toBe('structured');
});

test('several runs in one process, started by a program that is started by another', () => {
  const files = {
    'one.spec.js': TESTS.replaceAll('sum', 'one'),
    'two.spec.js': TESTS.replaceAll('sum', 'two'),
    'run.js': IN_FOLDER,
    'start.js': `require('node:child_process').spawnSync('node', ['run.js'], { stdio: 'inherit' });`,
  };
  const { outcomes } = run(files, 'node start.js');
  expect(Object.keys(outcomes)).toHaveLength(6);
  expect(outcomes).toMatchObject({
    'one.spec.js > one > adds': 'passed',
    'two.spec.js > two > fails': 'failed',
  });
});

test('a command that does not run it is read by its console', () => {
  const { outcomes, trust } = run({ 'check.js': 'process.exit(3);' }, 'node check.js');
  expect(Object.values(outcomes)).toEqual(['failed']);
  expect(trust).toBe('low-trust');
});
