import type { Files } from '../support/scratch-project.ts';

export const UNFIXED_PY = `def add(a, b):
    return a + b


def clamp(x, low, high):
    return min(x, high)
`;
export const FIXED_PY = UNFIXED_PY.replace('min(x, high)', 'max(low, min(x, high))');

/** `clamp` forgets its lower limit, and one test says so. */
export const pytestProject: Files = {
  'pytest.ini': '[pytest]\npythonpath = .\n',
  'tiny/__init__.py': '',
  'tiny/math.py': UNFIXED_PY,
  'tests/test_add.py': `from tiny.math import add


def test_adds():
    assert add(1, 2) == 3


def test_adds_nothing():
    assert add(5, 0) == 5
`,
  'tests/test_clamp.py': `from tiny.math import clamp


def test_above():
    assert clamp(9, 1, 5) == 5


def test_below():
    assert clamp(-3, 1, 5) == 1
`,
};

export const unittestProject: Files = {
  'tiny/__init__.py': '',
  'tiny/math.py': UNFIXED_PY,
  'tests/__init__.py': '',
  'tests/test_clamp.py': `import unittest

from tiny.math import add, clamp


class ClampTest(unittest.TestCase):
    def test_adds(self):
        self.assertEqual(add(1, 2), 3)

    def test_above(self):
        self.assertEqual(clamp(9, 1, 5), 5)

    def test_below(self):
        self.assertEqual(clamp(-3, 1, 5), 1)
`,
};
