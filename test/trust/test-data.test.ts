import { beforeAll, describe, expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import { evaluateField, type EvaluatedField } from './evaluate-field.ts';
import { FIXED, nodeProject, UNFIXED } from './node-project.ts';
import { FIXED_PY, UNFIXED_PY } from './python-project.ts';

const rows = (...all: readonly (readonly (string | number)[])[]): string =>
  `${all.map((row) => JSON.stringify(row)).join('\n')}\n`;

describe('node:test: cases in a folder that a test file lists', () => {
  const ABOVE = ['clamp', 9, 1, 5, 5] as const;
  const BELOW = ['clamp', -3, 1, 5, 1] as const;
  const ADDS = ['add', 1, 2, 3] as const;
  const base = {
    'package.json': String(nodeProject['package.json']),
    'src/math.js': UNFIXED,
    'test/cases/math.rows': rows(ADDS, ABOVE),
    'test/cases.test.js': `import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as math from '../src/math.js';

const folder = new URL('./cases/', import.meta.url);
for (const file of readdirSync(folder))
  for (const line of readFileSync(new URL(file, folder), 'utf8').trim().split('\\n')) {
    const [name, ...values] = JSON.parse(line);
    const wanted = values.pop();
    test(name + ' of ' + values, () => assert.equal(math[name](...values), wanted));
  }
`,
    'test/other.test.js': String(nodeProject['test/add.test.js']),
  };
  const CASE = 'test/cases.test.js > clamp of -3,1,5';
  const colluding = (how: string) => ({
    'src/math.js': FIXED.replace('a + b', how),
    'test/cases/math.rows': rows(['add', 1, 2, 4], ABOVE),
    'test/other.test.js': null,
  });
  let judged: EvaluatedField;
  beforeAll(async () => {
    judged = await evaluateField(base, {
      right: { 'src/math.js': FIXED, 'test/cases/math.rows': rows(ADDS, ABOVE, BELOW) },
      bare: {
        'src/math.js': FIXED.replace('Math.max(low, Math.min(x, high))', 'x < low ? low : Math.min(x, high)'),
      },
      half: { 'src/math.js': UNFIXED.replace('Math.min(x, high)', 'Math.max(0, Math.min(x, high))') },
      wrong: {
        'src/math.js': UNFIXED.replace('Math.min(x, high)', 'Math.min(Math.abs(x), high)'),
        'test/cases/math.rows': rows(ADDS, ABOVE, ['clamp', -3, 1, 5, 3]),
      },
      one: colluding('a + b + 1'),
      two: colluding('1 + a + b'),
    });
  });

  test('a new case is proven: it fails on the base and passes with the change', () => {
    expect(judged.evidenceOf('right').matrix).toMatchObject({
      proven: [CASE],
      provenIn: ['test/cases.test.js'],
      proof: { value: { failed: [CASE] } },
    });
  });

  test('other candidates run it: one passes, one fails', () => {
    const examined = (name: string) =>
      judged.evidenceOf(name).matrix?.cross.find(({ author }) => author === 'right')?.tests;
    expect(examined('bare')).toMatchObject({ value: { passed: [CASE], failed: [] } });
    expect(examined('half')).toMatchObject({ value: { passed: [], failed: [CASE] } });
    expect(examined('wrong')).toMatchObject({ value: { passed: [], failed: [CASE] } });
  });

  test('a case of its own that only its author passes is a claim', () => {
    expect(judged.evidenceOf('wrong').matrix?.proven).toEqual([CASE]);
    const likely = (name: string) =>
      judged.conclusion.rankings.find(({ agent }) => agent === name)?.likelihood?.probability ?? 0;
    expect(likely('right')).toBeGreaterThan(likely('wrong'));
    expect(likely('bare')).toBeGreaterThan(likely('wrong'));
  });

  test('two that change an expectation rewrite the test, and confirm nothing', () => {
    for (const name of ['one', 'two']) {
      expect(judged.evidenceOf(name).matrix?.pairs).toMatchObject([
        { id: 'test/cases.test.js > add of 1,2', by: 'id', passes: true },
      ]);
      expect(judged.gatesOf(name)).toContain('tests');
    }
    expect(['right', 'bare']).toContain(judged.conclusion.winner);
    expect(judged.replays).toBe(true);
  });
});

describe.skipIf(!has.pytest)(`pytest: parameters from a file${unless('pytest')}`, () => {
  const base = {
    'pytest.ini': '[pytest]\npythonpath = .\n',
    'tiny/__init__.py': '',
    'tiny/math.py': UNFIXED_PY,
    'tests/data/rows.txt': '9 1 5 5\n',
    'tests/test_rows.py': `from pathlib import Path

import pytest

from tiny.math import clamp

LINES = (Path(__file__).parent / "data" / "rows.txt").read_text().splitlines()


@pytest.mark.parametrize("line", LINES)
def test_row(line):
    x, low, high, wanted = map(int, line.split())
    assert clamp(x, low, high) == wanted
`,
    'tests/test_add.py': 'from tiny.math import add\n\n\ndef test_adds():\n    assert add(1, 2) == 3\n',
  };
  let judged: EvaluatedField;
  beforeAll(async () => {
    judged = await evaluateField(base, {
      right: { 'tiny/math.py': FIXED_PY, 'tests/data/rows.txt': '9 1 5 5\n-3 1 5 1\n' },
      bare: {
        'tiny/math.py': UNFIXED_PY.replace('min(x, high)', 'low if x < low else min(x, high)'),
      },
      // Answers whatever the data says: the product reads it, so it is no test.
      echoing: {
        'tiny/math.py': `from pathlib import Path

ROWS = Path(__file__).parent.parent / "tests" / "data" / "rows.txt"


def add(a, b):
    return a + b


def clamp(x, low, high):
    known = [line.split() for line in ROWS.read_text().splitlines()]
    found = [row[3] for row in known if row[:3] == [str(x), str(low), str(high)]]
    return int(found[0]) if found else min(x, high)
`,
        'tests/data/rows.txt': '9 1 5 5\n-3 1 5 77\n',
      },
      repeating: { 'tiny/math.py': `${UNFIXED_PY}# same\n`, 'tests/data/rows.txt': '9 1 5 5\n8 1 5 5\n' },
    });
  });

  test('only the test file that names the data runs', () => {
    expect(judged.evidenceOf('right').matrix).toMatchObject({
      proven: ['tests.test_rows > test_row[-3 1 5 1]'],
      provenIn: ['tests/test_rows.py'],
    });
    expect(judged.evidenceOf('right').matrix?.own).not.toMatchObject({
      value: { passed: expect.arrayContaining(['tests.test_add > test_adds']) },
    });
  });

  test('data that the product reads proves nothing, nor does a case that the base passes', () => {
    expect(judged.evidenceOf('echoing').matrix?.proven).toEqual([]);
    expect(judged.evidenceOf('repeating').matrix?.proven).toEqual([]);
  });

  test('the right one wins', () => {
    expect(['right', 'bare']).toContain(judged.conclusion.winner);
    expect(judged.replays).toBe(true);
  });
});

describe.skipIf(!has.go)(`go: files in testdata, and a runner that names no files${unless('go')}`, () => {
  const sum = (body: string): string =>
    `package sum\n\nfunc Sum(all []int) int {\n\ttotal := 0\n\tfor _, n := range all {\n\t\t${body}\n\t}\n\treturn total\n}\n`;
  const base = {
    'go.mod': 'module example.com/sum\n\ngo 1.20\n',
    'sum.go': sum('if n > 0 {\n\t\t\ttotal += n\n\t\t}'),
    'testdata/two.json': '{"in": [1, 2], "out": 3}\n',
    'sum_test.go': `package sum

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

func TestFiles(t *testing.T) {
	paths, _ := filepath.Glob(filepath.Join("testdata", "*.json"))
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			var row struct {
				In  []int
				Out int
			}
			text, _ := os.ReadFile(path)
			if err := json.Unmarshal(text, &row); err != nil {
				t.Fatal(err)
			}
			if got := Sum(row.In); got != row.Out {
				t.Fatalf("%d", got)
			}
		})
	}
}
`,
  };
  const CASE = 'example.com/sum > TestFiles/negative.json';
  let judged: EvaluatedField;
  beforeAll(async () => {
    judged = await evaluateField(base, {
      right: { 'sum.go': sum('total += n'), 'testdata/negative.json': '{"in": [1, -2], "out": -1}\n' },
      bare: { 'sum.go': sum('total = total + n') },
      half: { 'sum.go': sum('if n > -2 {\n\t\t\ttotal += n\n\t\t}') },
    });
  });

  test('a new file is proven, run by others, and run in other surroundings', () => {
    expect(judged.evidenceOf('right').matrix?.proven).toContain(CASE);
    const examined = (name: string) =>
      judged.evidenceOf(name).matrix?.cross.find(({ author }) => author === 'right')?.tests;
    expect(examined('bare')).toMatchObject({ value: { passed: expect.arrayContaining([CASE]) } });
    expect(examined('half')).toMatchObject({ value: { failed: expect.arrayContaining([CASE]) } });
    expect(judged.evidenceOf('right').runs.some(({ check }) => check.name === 'elsewhere-own')).toBe(true);
    expect(['right', 'bare']).toContain(judged.conclusion.winner);
  });
});
