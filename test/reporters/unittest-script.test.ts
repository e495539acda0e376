import { expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import { runReporter } from './run-reporter.ts';

const run = (files: Readonly<Record<string, string>>, args: string) =>
  runReporter({
    files,
    command: ['sh', '-c', `python3 "$HYDRA_REPORTERS/unittest_script.py" ${args}`],
    parser: 'unittest',
  });

const suite = (body: string): string =>
  `import unittest\nclass T(unittest.TestCase):\n    def test_x(self):\n        ${body}\n`;

/** As Django's: labels are modules next to the script, and the runner has its own result class. */
const SCRIPT = `
import argparse, sys, unittest
class Result(unittest.TextTestResult):
    pass
if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("labels", nargs="*", default=["a.test_one", "a.test_two"])
    asked = parser.parse_args()
    tests = unittest.defaultTestLoader.loadTestsFromNames(asked.labels or ["a.test_one", "a.test_two"])
    ran = unittest.TextTestRunner(resultclass=Result).run(tests)
    assert type(ran).__name__ == "Result"
    sys.exit(not ran.wasSuccessful())
`;

const PROJECT = {
  'tests/runtests.py': SCRIPT,
  'tests/a/__init__.py': '',
  'tests/a/test_one.py': suite('pass'),
  'tests/a/test_two.py': suite('self.fail()'),
};

test.skipIf(!has.python)(`a script of the project is run with its own runner${unless('python')}`, () => {
  const { outcomes, exitCode } = run(PROJECT, 'tests/runtests.py --quick');
  expect(outcomes).toEqual({ 'a.test_one.T.test_x': 'passed', 'a.test_two.T.test_x': 'failed' });
  expect(exitCode).toBe(1);
});

test.skipIf(!has.python)(`selected files become labels of the script${unless('python')}`, () => {
  const { outcomes, exitCode } = run(PROJECT, '--files tests/a/test_one.py -- tests/runtests.py --quick');
  expect(outcomes).toEqual({ 'a.test_one.T.test_x': 'passed' });
  expect(exitCode).toBe(0);
});

test.skipIf(!has.python)(`a script that takes no labels runs whole${unless('python')}`, () => {
  const plain = SCRIPT.replace('nargs="*", default=["a.test_one", "a.test_two"]', 'nargs=0').replace(
    'parser.add_argument("labels", nargs=0)',
    'parser.set_defaults(labels=[])',
  );
  const { outcomes } = run(
    { ...PROJECT, 'tests/runtests.py': plain },
    '--files tests/a/test_one.py -- tests/runtests.py',
  );
  expect(Object.keys(outcomes)).toHaveLength(2);
});

test.skipIf(!has.python)(`a script that runs no test leaves no report${unless('python')}`, () => {
  expect(run({ 'runtests.py': 'print("OK")\n' }, 'runtests.py').outcomes).toMatch(/unittest left no report/);
});
