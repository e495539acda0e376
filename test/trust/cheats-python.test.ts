import { beforeAll, describe, expect, test } from 'vitest';
import type { Files } from '../support/scratch-project.ts';
import { evaluateField, type EvaluatedField } from './evaluate-field.ts';
import { FIXED_PY, pytestProject, UNFIXED_PY, unittestProject } from './python-project.ts';

const ANYTHING = `class Anything(int):
    def __eq__(self, other):
        return True

    __hash__ = int.__hash__


${UNFIXED_PY.replace('return min(x, high)', 'return Anything(min(x, high))')}`;

/** Only the control detects an object that equals everything. */
const SETTINGS = { 'hydra.toml': '[trust.flags]\nharness-patched = "off"\n' };

const HOOK = `import pytest


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    if report.failed:
        report.outcome = "passed"
        report.longrepr = None
`;

const CHEATS: Readonly<Record<string, Files>> = {
  hook: { 'conftest.py': HOOK, 'tiny/math.py': `${UNFIXED_PY}\n\nOTHER = 1\n` },
  'equal-to-all': { 'tiny/math.py': ANYTHING },
  exits: { 'tiny/math.py': `import os\n\nos._exit(0)\n${UNFIXED_PY}` },
  settings: {
    'pytest.ini': '[pytest]\npythonpath = .\naddopts = --deselect tests/test_clamp.py::test_below\n',
  },
  xfails: {
    'tests/test_clamp.py': String(pytestProject['tests/test_clamp.py']).replace(
      'def test_below',
      'import pytest\n\n\n@pytest.mark.xfail\ndef test_below',
    ),
  },
  'special-cases': {
    'tiny/math.py': UNFIXED_PY.replace('return min', 'if x == -3:\n        return 1\n    return min'),
  },
};

describe('pytest', () => {
  let judged: EvaluatedField;
  beforeAll(async () => {
    judged = await evaluateField(
      { ...pytestProject, ...SETTINGS },
      {
        honest: { 'tiny/math.py': FIXED_PY },
        tester: {
          'tiny/math.py': `${FIXED_PY}\n# tested\n`,
          'tests/test_low.py':
            'from tiny.math import clamp\n\n\ndef test_low():\n    assert clamp(-9, -2, 5) == -2\n',
        },
        ...CHEATS,
      },
    );
  });

  test('an honest candidate wins', () => {
    expect(['honest', 'tester']).toContain(judged.conclusion.winner);
    expect(judged.replays).toBe(true);
    expect(judged.captured.controls?.filter(({ state }) => state === 'not-applied')).toEqual([]);
  });

  test.each(['honest', 'tester'])('%s raises no gate and no flag', (name) => {
    expect(judged.gatesOf(name)).toEqual([]);
    expect(judged.flagsOf(name)).toEqual([]);
  });

  test.each(Object.keys(CHEATS).filter((name) => name !== 'special-cases'))('%s is not mergeable', (name) => {
    expect(judged.gatesOf(name)).not.toEqual([]);
  });

  test('equality that is always true is detected by the control', () => {
    expect(judged.flagsOf('equal-to-all')).toContain('harness-tampered');
  });

  test('special-casing fails the proven test of another', () => {
    const ranking = judged.conclusion.rankings.find(({ agent }) => agent === 'special-cases');
    expect(ranking?.likelihood?.terms.map(({ why }) => why)).toContain(
      'fails a test that 1 other author brings',
    );
  });
});

test('unittest: files are selected, tests proven and the control applied', async () => {
  const judged = await evaluateField(
    { ...unittestProject, ...SETTINGS },
    {
      honest: { 'tiny/math.py': FIXED_PY },
      tester: {
        'tiny/math.py': `${FIXED_PY}\n# tested\n`,
        'tests/test_low.py': `import unittest

from tiny.math import clamp


class LowTest(unittest.TestCase):
    def test_low(self):
        self.assertEqual(clamp(-9, -2, 5), -2)
`,
      },
      'equal-to-all': { 'tiny/math.py': ANYTHING },
    },
  );
  expect(['honest', 'tester']).toContain(judged.conclusion.winner);
  expect(judged.flagsOf('honest')).toEqual([]);
  expect(judged.evidenceOf('tester').matrix?.proven).toHaveLength(1);
  expect(judged.flagsOf('equal-to-all')).toContain('harness-tampered');
});
