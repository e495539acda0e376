import { expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import { runReporter } from './run-reporter.ts';

/** `calc` is in the tree and, as a release of it would be, in a folder of installed packages. */
const FILES = {
  'src/calc/__init__.py': 'def add(a, b):\n    return a + b\n',
  'venv/site-packages/calc/__init__.py': 'def add(a, b):\n    return a - b\n',
  'venv/site-packages/other.py': '',
  'tests/test_calc.py': `import unittest
import other
from calc import add

class Add(unittest.TestCase):
    def test_adds(self):
        self.assertEqual(add(1, 0), 1)
`,
};
const PYTEST =
  'PYTHONPATH="$HYDRA_REPORTERS:$P" python3 -m pytest -q -p hydra_origin -p no:cacheprovider --junitxml=$HYDRA_REPORT_DIR/tests.xml';
const UNITTEST = 'PYTHONPATH="$P" python3 "$HYDRA_REPORTERS/unittest_report.py" discover -s tests';

const run = (command: string, path: string, parser: string) =>
  runReporter({
    files: FILES,
    command: ['sh', '-c', command.replaceAll('$P', path)],
    parser,
  });
const COPY =
  'the tests run other code than the checkout: calc is imported from venv/site-packages/calc/__init__.py';

test.skipIf(!has.pytest)(
  `pytest stops if a package of the tree comes from elsewhere${unless('pytest')}`,
  () => {
    const wrong = run(PYTEST, 'venv/site-packages', 'junit');
    expect(wrong).toMatchObject({ outcomes: COPY, exitCode: 86 });
    expect(wrong.stderr).toContain('not from the work tree');
    expect(run(PYTEST, 'src:venv/site-packages', 'junit')).toMatchObject({
      outcomes: { 'tests.test_calc.Add > test_adds': 'passed' },
      exitCode: 0,
    });
  },
);

test.skipIf(!has.python)(`so does unittest${unless('python')}`, () => {
  expect(run(UNITTEST, 'venv/site-packages', 'unittest')).toMatchObject({ outcomes: COPY, exitCode: 86 });
  expect(run(UNITTEST, 'src:venv/site-packages', 'unittest').exitCode).toBe(0);
});

test.skipIf(!has.python)(`an installation can ask before any test runs${unless('python')}`, () => {
  const ask = 'PYTHONPATH="$P" python3 "$HYDRA_REPORTERS/hydra_origin.py"';
  expect(run(ask, 'venv/site-packages', 'unittest')).toMatchObject({ exitCode: 1 });
  expect(run(ask, 'src:venv/site-packages', 'unittest')).toMatchObject({ exitCode: 0 });
});
