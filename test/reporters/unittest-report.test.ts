import { expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import { runReporter } from './run-reporter.ts';

const run = (files: Readonly<Record<string, string>>, args: string) =>
  runReporter({
    files,
    command: ['sh', '-c', `python3 "$HYDRA_REPORTERS/unittest_report.py" ${args}`],
    parser: 'unittest',
  });

const TEST = `
import unittest
from calc import add

class Add(unittest.TestCase):
    def test_adds(self):
        self.assertEqual(add(1, 2), 3)
    def test_fails(self):
        self.assertEqual(add(1, 2), 4)
    def test_parts(self):
        for n in (1, 2):
            with self.subTest(n=n):
                self.assertEqual(n, 1)
    @unittest.skip("not now")
    def test_skipped(self):
        pass
    @unittest.expectedFailure
    def test_expected(self):
        self.fail()
`;
const CALC = 'def add(a, b):\n    return a + b\n';

test.skipIf(!has.python)(`discovery: every outcome is there by id${unless('python')}`, () => {
  const { outcomes, exitCode } = run(
    {
      'calc.py': CALC,
      'tests/__init__.py': '',
      'tests/test_add.py': TEST,
      'tests/test_bad.py': 'import no_such_module\n',
    },
    'discover -s tests -t .',
  );
  expect(outcomes).toEqual({
    'tests.test_add.Add.test_adds': 'passed',
    'tests.test_add.Add.test_fails': 'failed',
    'tests.test_add.Add.test_parts': 'failed',
    'tests.test_add.Add.test_parts > (n=1)': 'passed',
    'tests.test_add.Add.test_parts > (n=2)': 'failed',
    'tests.test_add.Add.test_skipped': 'skipped',
    'tests.test_add.Add.test_expected': 'skipped',
    'tests.test_bad': 'failed',
  });
  expect(exitCode).toBe(1);
});

const SUBTESTS = `
import unittest

class Lazy:
    def __repr__(self):
        raise RuntimeError("asks a database that is gone")

class Parts(unittest.TestCase):
    def test_parts(self):
        for given in (Lazy(), Lazy, [1, {"a": Lazy()}], object(), ("x",), None):
            with self.subTest("why", given=given):
                pass
        with self.subTest():
            pass
`;

test.skipIf(!has.python)(
  `values of subtests that cannot be shown, or not the same way twice, end no run${unless('python')}`,
  () => {
    const { outcomes } = run({ 'test_parts.py': SUBTESTS }, '');
    expect(Object.keys(outcomes).map((id) => id.replace('test_parts.Parts.test_parts', ''))).toEqual([
      ' > [why] (given=<Lazy>)',
      ' > [why] (given=Lazy)',
      " > [why] (given=[1, {'a': <Lazy>}])",
      ' > [why] (given=<object>)',
      " > [why] (given=('x'))",
      ' > [why] (given=None)',
      ' > (<subtest>)',
      '',
    ]);
  },
);

test.skipIf(!has.python)(
  `modules may be given, and the project is importable as under python -m unittest${unless('python')}`,
  () => {
    const { outcomes } = run({ 'calc.py': CALC, 'test_add.py': TEST }, '-q test_add.Add.test_adds');
    expect(outcomes).toEqual({ 'test_add.Add.test_adds': 'passed' });
  },
);

test.each([
  ['os._exit in a test', 'def test_b(self):\n        import os; os._exit(0)'],
  ['a crash', 'def test_b(self):\n        import os, signal; os.kill(os.getpid(), signal.SIGKILL)'],
])('%s leaves no result', (_, method) => {
  const text = `import unittest\nclass A(unittest.TestCase):\n    def test_a(self):\n        pass\n    ${method}\n`;
  expect(run({ 'test_a.py': text }, '').outcomes).toMatch(/^unittest ended before its tests did/);
});

test.skipIf(!has.python)(
  `a test that patches what the reporter needs does not change the report${unless('python')}`,
  () => {
    const text = `
import json, os, unittest
class A(unittest.TestCase):
    def test_a(self):
        json.dumps = lambda *a, **k: "{}"
        os.write = lambda *a: 0
    def test_b(self):
        self.fail()
`;
    expect(run({ 'test_a.py': text }, '').outcomes).toEqual({
      'test_a.A.test_a': 'passed',
      'test_a.A.test_b': 'failed',
    });
  },
);
