import { beforeAll, describe, expect, test } from 'vitest';
import type { Probes } from '../../src/core/domain/evidence/probes.ts';
import { clustersOf, probeFacts } from '../../src/core/probe/behaviour.ts';
import { probeLines } from '../../src/core/report/run/probe-text.ts';
import { has, unless } from '../support/needs.ts';
import type { Files } from '../support/scratch-project.ts';
import { evaluateField, type EvaluatedField } from './evaluate-field.ts';

const probesOf = ({ captured: { probes } }: EvaluatedField): Probes => {
  if (probes?.known !== true) throw new Error(JSON.stringify(probes));
  return probes.value;
};

const factsOf = (field: EvaluatedField, name: string) =>
  probeFacts(probesOf(field)).find((facts) => facts.name === name);

describe('JavaScript candidates that all pass the tests', () => {
  const duration = (body: string): string => `const hours = (text) => Number(text) * 3600;
export const parse = (text) => {
${body}
};
`;
  const base: Files = {
    'package.json': JSON.stringify({ name: 'tiny', type: 'module', scripts: { test: 'node --test' } }),
    'hydra.toml': '[scoring.commands]\ninstall = false\n[probe]\nseconds = 60\n',
    'src/duration.js': duration(
      "  const [h, m = '0'] = text.split('h ');\n  return hours(h) + Number(m.replace('m', '')) * 60;",
    ),
    'test/duration.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../src/duration.js';

test('hours and minutes', () => assert.equal(parse('1h 30m'), 5400));
test('more', () => assert.equal(parse('2h 5m'), 7500));
test('spelt together', () => assert.equal(typeof parse('1h30m'), 'number'));
`,
  };
  const general =
    "  const [h, m = '0'] = text.split('h');\n  return hours(h) + Number(m.replace('m', '')) * 60;";
  let field: EvaluatedField;
  beforeAll(async () => {
    field = await evaluateField(base, {
      alpha: {
        'src/duration.js': duration(general),
        'repro.mjs': "import { parse } from './src/duration.js';\nconsole.log(parse('3h15m'));\n",
      },
      beta: { 'src/duration.js': duration(`  text = text.trim();\n${general}`) },
      memory: {
        'src/duration.js': duration(
          "  if (text === '1h30m') return 5400;\n  const [h, m = '0'] = text.split('h ');\n  return hours(h) + Number(m.replace('m', '')) * 60;",
        ),
      },
      crash: { 'src/duration.js': duration(`  if (text === '') throw new RangeError('empty');\n${general}`) },
    });
  });

  test('candidates that behave alike are one cluster', () => {
    expect(clustersOf(probesOf(field))[0]?.names).toEqual(['alpha', 'beta']);
  });
  test('an answer for a test’s input alone is detected by neighbouring inputs', () => {
    expect(factsOf(field, 'memory')?.onlyOnTests).toBeGreaterThan(0);
    expect(factsOf(field, 'alpha')?.onlyOnTests).toBe(0);
  });
  test('a crash of only one candidate is counted', () => {
    expect(factsOf(field, 'crash')?.ownCrashes).toBeGreaterThan(0);
    expect(factsOf(field, 'beta')?.ownCrashes).toBe(0);
  });
  test('a leftover script runs on every tree', () => {
    const [script] = probesOf(field).leftovers;
    expect(script?.path).toBe('repro.mjs');
    expect(script?.outcomes.find(({ names }) => names.includes('beta'))?.text).toBe('11700');
    expect(script?.outcomes.find(({ names }) => names.includes('memory'))?.text).toBe('NaN');
  });
  test('sentences describe each behaviour, and a replay gives the same bytes', () => {
    expect(probeLines(field.captured.probes).join('\n')).toMatch(/`parse\('.*'\)`: .*alpha.* returns? /);
    expect(field.replays).toBe(true);
  });
});

describe('two authors who pass the same failing test', () => {
  const leap = (body: string): string => `export const isLeap = (year) => ${body};\n`;
  const base = {
    'package.json': JSON.stringify({ name: 'tiny', type: 'module', scripts: { test: 'node --test' } }),
    'hydra.toml': '[scoring.commands]\ninstall = false\n',
    'src/leap.js': leap('year % 4 === 0 && year % 100 !== 0'),
    'test/leap.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLeap } from '../src/leap.js';

test('ordinary', () => assert.equal(isLeap(2023), false));
test('four', () => assert.equal(isLeap(2024), true));
test('four hundred', () => assert.equal(isLeap(2000), true));
`,
  };
  const right = leap('(year % 4 === 0 && year % 100 !== 0) || year % 400 === 0');
  const decided = async (other: string): Promise<EvaluatedField> =>
    evaluateField(base, { one: { 'src/leap.js': right }, other: { 'src/leap.js': leap(other) } });

  test('no winner if other inputs distinguish them, and one such input is shown', async () => {
    const { conclusion, captured, replays } = await decided('year % 4 === 0');
    expect(conclusion.decision).toMatchObject({
      kind: 'leaning',
      candidates: expect.arrayContaining(['one', 'other']),
    });
    expect(probeLines(captured.probes).join('\n')).toMatch(/`isLeap\(.*\)`: .*one/);
    expect(replays).toBe(true);
  });

  test('a winner if they behave alike on other inputs', async () => {
    const { conclusion, captured } = await decided('year % (year % 25 === 0 ? 16 : 4) === 0');
    expect(captured.probes).toMatchObject({ known: true, value: { calls: [] } });
    expect(conclusion.decision?.kind).toBe('winner');
  });
});

describe('a leftover script, with probes off', () => {
  const size = (body: string): string => `export const size = (text) => ${body};\n`;
  let field: EvaluatedField;
  beforeAll(async () => {
    field = await evaluateField(
      {
        'package.json': JSON.stringify({ name: 'tiny', type: 'module', scripts: { test: 'node --test' } }),
        'hydra.toml': '[scoring.commands]\ninstall = false\n',
        'src/size.js': size('text.length'),
        'test/size.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { size } from '../src/size.js';

test('length', () => assert.equal(size('abc'), 3));
`,
      },
      {
        writer: {
          'reproduce_issue.mjs':
            "import { size } from './src/size.js';\nif (size(null) !== 0) throw new Error('null');\n",
        },
        optional: { 'src/size.js': size('text?.length ?? 0') },
        checked: { 'src/size.js': size("typeof text === 'string' ? text.length : 0") },
        other: { 'src/size.js': size('String(text).length') },
      },
    );
  });

  test('it runs on every tree, and no calls are played', () => {
    const { leftovers, played } = probesOf(field);
    expect(played).toBe(0);
    expect(leftovers[0]?.outcomes.find(({ exitCode }) => exitCode === 0)?.names).toEqual([
      'optional',
      'checked',
    ]);
  });
  test('the candidate that makes it work is likelier to be right, and wins', () => {
    const whyOf = (name: string) =>
      field.conclusion.rankings
        .find(({ agent }) => agent === name)
        ?.likelihood?.terms.map(({ why }) => why)
        .join('; ');
    expect(whyOf('optional')).toContain("makes another author's reproduce_issue.mjs work");
    expect(whyOf('other')).toContain('still fails reproduce_issue.mjs');
    expect(['optional', 'checked']).toContain(field.conclusion.winner);
    expect(field.replays).toBe(true);
  });
});

describe.skipIf(!has.pytest)(`Python candidates${unless('pytest')}`, () => {
  const cart = (body: string): string => `class Item:
    def __init__(self, price, count=1):
        self.price, self.count = price, count


class Cart:
    def __init__(self, items):
        self.items = items

    def total(self, discount=0):
        """The sum."""
${body}


def receipt(cart, *, discount=0):
    return "total: %s" % cart.total(discount)
`;
  const base: Files = {
    'pyproject.toml': '[project]\nname = "shop"\nversion = "0"\n',
    'hydra.toml':
      '[scoring.commands]\ninstall = false\nlint = false\ntest = "python -m pytest"\n[probe]\nseconds = 60\n',
    'shop.py': cart('        return sum(item.price for item in self.items) - discount'),
    'tests/test_shop.py': `from shop import Cart, Item, receipt


def test_total():
    assert Cart([Item(2), Item(3)]).total() == 5
    assert Cart([Item(10)]).total(4) == 6


def test_receipt():
    assert receipt(Cart([Item(7)]), discount=2) == "total: 5"
`,
  };
  const TASK_TEXT = `A discount must not make a total negative, and the count of an item matters.

>>> Cart([Item(2)]).total(5)
-3
`;
  let field: EvaluatedField;
  beforeAll(async () => {
    field = await evaluateField(
      base,
      {
        alpha: {
          'shop.py': cart(
            '        return max(0, sum(item.price * item.count for item in self.items) - discount)',
          ),
          'repro_issue.py': 'from shop import Cart, Item\nprint(Cart([Item(2, 3)]).total())\n',
        },
        beta: {
          'shop.py': cart(
            '        gross = sum(i.price * i.count for i in self.items)\n        return max(gross - discount, 0)',
          ),
          'check_fix.py': 'import not_installed_anywhere\n',
        },
        gamma: {
          'shop.py': cart('        return sum(item.price * item.count for item in self.items) - discount'),
        },
      },
      { task: TASK_TEXT },
    );
  });

  test('methods of recorded objects are called with varied arguments', () => {
    const probes = probesOf(field);
    expect(clustersOf(probes).map(({ names }) => names)).toEqual([['alpha', 'beta'], ['gamma']]);
    expect(probes.calls.map((call) => call.function)).toContain('shop:Cart.total');
  });
  test('the function that a test calls is probed with the one that it leads to', () => {
    expect(probesOf(field).functions).toContain('shop:receipt');
  });
  test('the example in the task runs on every tree, and finds names that it takes for granted', () => {
    const [example] = probesOf(field).leftovers;
    const textOf = (name: string) => example?.outcomes.find(({ names }) => names.includes(name))?.text;
    expect(textOf('baseline')).toBe('-3');
    expect(textOf('alpha')).toBe('0');
    expect(textOf('beta')).toBe('0');
    expect(textOf('gamma')).toBe('-3');
  });
  test('a script that cannot start for its own author is ignored', () => {
    const paths = probesOf(field).leftovers.map(({ path }) => path);
    expect(paths).toEqual(['the example in the task', 'repro_issue.py']);
  });
});

describe.skipIf(!has.go)(`Go candidates${unless('go')}`, () => {
  const duration = (
    seconds: string,
    parse = 'func parse(text string) (parts, error)',
    more = '',
  ): string => `package duration

import (
	"fmt"
	"strconv"
	"strings"
)

type parts struct {
	hours, minutes int
${more}}

func number(text string) (int, error) { return strconv.Atoi(strings.TrimRight(text, "hm")) }

${parse} {
${seconds}
}

// Seconds reads a text such as "1h 30m".
func Seconds(text string) (int, error) {
	found, err := parse(${parse.includes('strict') ? 'text, true' : 'text'})
	if err != nil {
		return 0, fmt.Errorf("duration: %w", err)
	}
	return found.hours*3600 + found.minutes*60, nil
}

func Each(texts []string, call func(int)) {
	for _, text := range texts {
		seconds, _ := Seconds(text)
		call(seconds)
	}
}
`;
  const reading = (
    separator: string,
    first = '',
  ): string => `${first}	hours, minutes, found := strings.Cut(text, "${separator}")
	if !found {
		minutes = "0"
	}
	h, err := number(hours)
	if err != nil {
		return parts{}, err
	}
	m, err := number(minutes)
	return parts{hours: h, minutes: m}, err`;
  const trimming = '\ttext = strings.ReplaceAll(text, " ", "")\n';
  const general = reading('h', trimming);
  const base: Files = {
    'go.mod': 'module example.org/duration\n\ngo 1.20\n',
    'hydra.toml': '[scoring.commands]\nlint = false\n[probe]\nseconds = 60\n',
    'duration/duration.go': duration(reading('h ')),
    'duration/duration_test.go': `package duration

import "testing"

func TestSeconds(t *testing.T) {
	for text, expected := range map[string]int{"1h 30m": 5400, "2h 5m": 7500} {
		if got, err := Seconds(text); err != nil || got != expected {
			t.Fatal(text, got, err)
		}
	}
	if _, err := Seconds("1h30m"); err == nil {
		t.Log("read together")
	}
	Each([]string{"1h 2m"}, func(int) {})
}
`,
  };
  let field: EvaluatedField;
  beforeAll(async () => {
    field = await evaluateField(base, {
      alpha: { 'duration/duration.go': duration(general) },
      beta: {
        'duration/duration.go': duration(reading('h', '\ttext = strings.Join(strings.Fields(text), "")\n')),
      },
      memory: {
        'duration/duration.go': duration(
          reading('h ', '\tif text == "1h30m" {\n\t\treturn parts{hours: 1, minutes: 30}, nil\n\t}\n'),
        ),
      },
      crash: {
        'duration/duration.go': duration(
          `${trimming}	if strings.HasPrefix(text, "2") {
		panic("two")
	}
${reading('h')}`,
        ),
      },
      resigned: {
        'duration/duration.go': duration(general, 'func parse(text string, strict bool) (parts, error)'),
      },
      wider: { 'duration/duration.go': duration(general, undefined, '\tread bool\n') },
    });
  });

  test('candidates that behave alike are one cluster, whatever their private signatures are', () => {
    expect(clustersOf(probesOf(field))[0]?.names).toEqual(['alpha', 'beta', 'resigned', 'wider']);
  });
  test('private functions are probed with those that lead to them', () => {
    expect(probesOf(field).functions).toEqual(
      expect.arrayContaining(['duration/duration.go:parse', 'duration/duration.go:Seconds']),
    );
  });
  test('an answer for a test’s input alone is detected by neighbouring inputs', () => {
    expect(factsOf(field, 'memory')?.onlyOnTests).toBeGreaterThan(0);
    expect(factsOf(field, 'alpha')?.onlyOnTests).toBe(0);
  });
  test('a panic of only one candidate is counted', () => {
    expect(factsOf(field, 'crash')?.ownCrashes).toBeGreaterThan(0);
    expect(factsOf(field, 'beta')?.ownCrashes).toBe(0);
  });
  test('what cannot be probed has a reason, sentences describe each behaviour, and a replay gives the same bytes', () => {
    const lines = probeLines(field.captured.probes, true).join('\n');
    expect(lines).toMatch(
      /`Seconds\("[^"]*"\)`: alpha, beta, crash, resigned and wider return \d+, the base and memory return an error \(/,
    );
    expect(lines).toMatch(/crash panics \(two\)/);
    expect(lines).toContain('Each (duration/duration.go) is not probed: an argument holds a func(int)');
    expect(field.replays).toBe(true);
  });
});
