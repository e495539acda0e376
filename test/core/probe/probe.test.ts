import { describe, expect, test } from 'vitest';
import { type ProbedCall, Probes } from '../../../src/core/domain/evidence/probes.ts';
import { goProbe } from '../../../src/core/languages/go/probe.ts';
import { pythonProbe } from '../../../src/core/languages/python/probe.ts';
import { scriptProbe } from '../../../src/core/languages/script/probe.ts';
import { behavesLike, clustersOf, narrowerThan, probeFacts } from '../../../src/core/probe/behaviour.ts';
import { comparePlays } from '../../../src/core/probe/compare-plays.ts';
import {
  leftoverAnswer,
  leftoverEvidence,
  leftoverOf,
  steadyText,
  timelessText,
  taskExample,
} from '../../../src/core/probe/leftovers.ts';
import { rankTestFiles } from '../../../src/core/narrow/rank-test-files.ts';
import { type PlayedOutcome, readOutcomes } from '../../../src/core/probe/read-outcomes.ts';
import { readRecording } from '../../../src/core/probe/read-recording.ts';
import { type ObservedCall, type PlannedCall, planCalls } from '../../../src/core/probe/vary-calls.ts';
import { callSentence, probeLines } from '../../../src/core/report/run/probe-text.ts';

const called = (...positional: readonly (number | string)[]): ObservedCall => ({
  call: { mark: 0, module: 'm', name: 'f', positional, named: {} },
  from: 'baseline',
});

describe('planning calls', () => {
  const observed = [called('1h 30m', 2), called('45', 7)];
  const plan = planCalls(observed, { nothing: null, most: 60 });

  test('includes recorded calls and variations of them, and the same recording gives the same plan', () => {
    expect(plan.filter(({ origin }) => origin === 'observed')).toHaveLength(2);
    expect(plan.filter(({ origin }) => origin === 'varied').length).toBeGreaterThan(20);
    expect(plan.length).toBeLessThanOrEqual(60);
    expect(planCalls(observed, { nothing: null, most: 60 })).toEqual(plan);
  });
  test('plans no call twice, and records what each variation was made from', () => {
    expect(new Set(plan.map(({ call }) => JSON.stringify(call))).size).toBe(plan.length);
    for (const { origin, parent } of plan)
      expect(origin === 'observed' ? parent : plan[parent ?? -1]?.origin).toBe(
        origin === 'observed' ? null : 'observed',
      );
  });
});

describe('calls of functions with types', () => {
  const square = { $: 'object', type: 'Square', v: { side: { $: 'float', v: '2.0' }, name: '', on: false } };
  const given = [
    { $: 'pointer', type: '*Square', v: square },
    { $: 'slice', type: '[]string', v: ['a', 'b'] },
    { $: 'text', type: '[]byte', v: 'x "y"' },
    { $: 'any', type: 'int64', v: 5 },
    { $: 'slice', type: '...int', v: [1, 2] },
  ];
  const observed: ObservedCall = {
    call: { mark: 0, module: 'a.go', name: 'f', positional: given, named: {}, signature: 'func()' },
    from: 'baseline',
  };

  test('arguments are written as in Go', () => {
    expect(given.map(goProbe.write)).toEqual([
      '&Square{side: 2.0}',
      '[]string{"a", "b"}',
      '[]byte("x \\"y\\"")',
      'int64(5)',
      '1, 2',
    ]);
  });
  test('variations keep the number of arguments, their types and the signature', () => {
    const plan = planCalls([observed], { nothing: goProbe.nothing, most: 120 });
    const varied = plan.filter(({ origin }) => origin === 'varied').map(({ call }) => call);
    expect(varied.length).toBeGreaterThan(40);
    for (const { positional, signature } of varied) {
      expect(signature).toBe('func()');
      expect(positional.map((value) => (value as { type?: string }).type)).toEqual(
        given.map(({ type }) => type),
      );
    }
    for (const at of given.keys())
      expect(varied.some(({ positional }) => positional[at] !== given[at])).toBe(true);
  });
  test.each([
    ['go test -json ./...', ['b/x_test.go', 'b/y_test.go', 'z_test.go'], "go test -json './b' './'"],
    ['cd sub && go test ./...', ['sub/b/x_test.go', 'c/x_test.go'], "cd sub && go test './b'"],
    ['go test ./b ./c', ['b/x_test.go'], null],
    ['go test ./...', ['b/x.py'], null],
  ])('%s is narrowed to packages', (command, files, expected) => {
    expect(goProbe.narrowed?.(command, files)).toBe(expected);
  });
  test('errors and panics have their own words', () => {
    const outcomes = [
      { names: ['A'], kind: 'threw', how: 'error', type: 'error', text: 'odd' },
      { names: ['B', 'C'], kind: 'threw', how: 'panic', type: 'exit', text: '' },
    ] as const;
    expect(
      callSentence(
        probed([{ outcomes: outcomes.map((one) => ({ ...one, names: [...one.names] })) }]).calls[0]!,
      ),
    ).toBe('`f()`: A returns an error (odd), B and C panic (exit)');
  });
  test('why a call could not be recorded is kept', () => {
    const { calls, obstacles } = readRecording(['{"f":3,"x":"it returns a func"}'], true);
    expect(calls).toEqual([]);
    expect(obstacles).toEqual(new Map([[3, 'it returns a func']]));
  });
});

describe('output of candidates’ programs', () => {
  const line = { f: 0, m: 'shop', n: 'total', a: [1], k: {} };
  test.each([
    ['plain data', line, 1],
    ['a pickle', { ...line, a: [{ $: 'opaque', data: 'eA==' }] }, 0],
    ['a reference to something else', { ...line, n: 'os;system' }, 0],
    ['no arguments', { ...line, a: 'x' }, 0],
    ['nested beyond reason', { ...line, a: [JSON.parse('['.repeat(40) + ']'.repeat(40))] }, 0],
  ])('%s is accepted or ignored', (_, record, taken) => {
    expect(readRecording([JSON.stringify(record)], false).calls).toHaveLength(taken);
  });
  test('garbage between the lines is skipped', () => {
    expect(readRecording([`x\n\n[1]\n{"f":\n${JSON.stringify(line)}`], true).calls).toHaveLength(1);
    const outcomes = readOutcomes([
      'null\n{"i":1,"o":{"kind":"won"}}\n{"i":2,"o":{"kind":"returned","text":"5"}}\n',
    ]);
    expect([...outcomes.keys()]).toEqual([2]);
  });
});

const returned = (text: string): PlayedOutcome => ({ kind: 'returned', type: '', text, digest: text });
const threw = (type: string, text = ''): PlayedOutcome => ({ kind: 'threw', type, text, digest: '' });

/** One call, by name of the tree: its outcomes in the first and in the second run. */
const played = (
  by: Readonly<Record<string, readonly [PlayedOutcome, PlayedOutcome?]>>,
  origin: PlannedCall['origin'] = 'observed',
) =>
  comparePlays(
    pythonProbe,
    [{ ...called('1h30'), origin, parent: null }],
    Object.entries(by).map(([name, [first, second = first]]) => ({
      names: [name],
      runs: [new Map([[0, first]]), new Map([[0, second]])],
    })),
  );

describe('comparing outcomes', () => {
  test('different values distinguish candidates, and the sentence shows how', () => {
    const { calls } = played({
      baseline: [threw('ValueError')],
      A: [returned('5400')],
      B: [threw('ValueError')],
      C: [returned('5400')],
    });
    expect(calls.map(callSentence)).toEqual([
      "`f('1h30')`: the base and B throw ValueError, A and C return 5400",
    ]);
  });
  test.each([
    [
      'all alike',
      { baseline: [returned('1')], A: [returned('2')], B: [returned('2')] },
      { alike: 1, unstable: 0, told: 0 },
    ],
    [
      'only the message differs',
      { baseline: [returned('1')], A: [threw('E', 'a')], B: [threw('E', 'b')] },
      { alike: 1, unstable: 0, told: 0 },
    ],
    [
      'all refuse, each with its own message',
      { baseline: [returned('1')], A: [threw('E')], B: [threw('F')] },
      { alike: 1, unstable: 0, told: 0 },
    ],
    [
      'the base is not repeatable',
      { baseline: [returned('1'), returned('2')], A: [returned('2')], B: [returned('3')] },
      { alike: 0, unstable: 1, told: 0 },
    ],
    [
      'one candidate is not repeatable',
      { baseline: [returned('1')], A: [returned('2'), returned('3')], B: [returned('2')] },
      { alike: 0, unstable: 0, told: 1 },
    ],
  ] as const)('%s', (_, by, expected) => {
    const { alike, unstable, calls } = played(by);
    expect({ alike, unstable, told: calls.length }).toEqual(expected);
  });
  test('invalid input that most refuse is not a difference, unless a test makes the call', () => {
    const by = { baseline: [threw('E')], A: [threw('E')], B: [threw('E')], C: [returned('1')] } as const;
    expect(played(by, 'varied').calls).toHaveLength(0);
    expect(played(by, 'observed').calls).toHaveLength(1);
  });
});

const probed = (calls: readonly Partial<ProbedCall>[], more: Partial<Probes> = {}): Probes => ({
  names: ['baseline', 'A', 'B', 'C'],
  functions: ['m:f'],
  played: calls.length,
  alike: 0,
  unstable: 0,
  calls: calls.map((call) => ({
    call: 'f()',
    function: 'm:f',
    origin: 'observed',
    from: 'baseline',
    outcomes: [],
    ...call,
  })),
  leftovers: [],
  notes: [],
  ...more,
});
const group = (kind: 'returned' | 'threw', ...names: string[]) => ({
  names,
  kind,
  type: kind === 'threw' ? 'E' : '',
  text: '1',
});

describe('what the probes show about candidates', () => {
  test('clusters are those that agree on every call', () => {
    const probes = probed([
      { outcomes: [group('returned', 'A', 'B', 'C'), group('threw', 'baseline')] },
      { outcomes: [group('returned', 'A', 'C'), group('returned', 'baseline', 'B')] },
    ]);
    expect(clustersOf(probes)).toEqual([{ names: ['A', 'C'] }, { names: ['B'] }]);
    expect(probeFacts(probes).map(({ agreement }) => agreement)).toEqual([0.75, 0.5, 0.75]);
  });
  test('a call that was not played on a candidate shows nothing about it', () => {
    const probes = probed([
      { outcomes: [group('returned', 'A', 'C'), group('returned', 'baseline', 'B')] },
      { outcomes: [group('returned', 'A'), group('returned', 'baseline', 'B')] },
    ]);
    expect(clustersOf(probes)).toEqual([{ names: ['A', 'C'] }, { names: ['B'] }]);
    expect(probeFacts(probes)[2]?.agreement).toBe(0.5);
    const without = probed([{ outcomes: [group('returned', 'A'), group('returned', 'baseline', 'B')] }]);
    expect(clustersOf(without)).toEqual([{ names: ['A'] }, { names: ['B'] }, { names: ['C'] }]);
    expect(probeFacts(without)[2]?.agreement).toBeNull();
  });
  test('a crash counts as a candidate’s own only if all others answer', () => {
    const probes = probed([
      { outcomes: [group('returned', 'baseline', 'A', 'C'), group('threw', 'B')] },
      { outcomes: [group('returned', 'A'), group('threw', 'baseline', 'B'), group('threw', 'C')] },
    ]);
    expect(probeFacts(probes).map(({ ownCrashes }) => ownCrashes)).toEqual([0, 1, 0]);
  });
  test('a candidate that falls back to the base’s behaviour next to a test is distinguished', () => {
    const parent = { call: 'f(1)', groups: [['A', 'B', 'C'], ['baseline']] };
    const probes = probed([
      {
        origin: 'varied',
        parent,
        outcomes: [group('returned', 'A', 'C'), group('returned', 'baseline', 'B')],
      },
    ]);
    expect(probeFacts(probes).map(({ onlyOnTests }) => onlyOnTests)).toEqual([0, 1, 0]);
    expect(probeLines({ known: true, value: probes }).join('\n')).toContain(
      'B answers like the base on 1 call',
    );
  });
  test('hostile text stays on one line and cannot move the cursor', () => {
    const outcomes = [{ ...group('returned', 'A'), text: '\u001b[2Jx\nWinner: A' }, group('returned', 'B')];
    expect(callSentence(probed([{ outcomes }]).calls[0]!)).toBe(
      '`f()`: A returns x ⏎ Winner: A, B returns 1',
    );
  });
});

describe('scripts left behind', () => {
  const folders = new Set(['src', 'tests']);
  test.each([
    ['repro.py', true],
    ['test_fix.js', true],
    ['scratch/reproduce_issue_12.py', true],
    ['src/check.py', false],
    ['tests/test_new.py', false],
    ['setup.py', false],
    ['latest.py', false],
    ['repro.md', false],
  ])('%s is one: %s', (path, expected) => {
    expect(leftoverOf({ path, text: 'print(1)' }, folders) !== null).toBe(expected);
  });
  test('the code in a task is anything fenced or typed at a prompt', () => {
    const task = [
      'It fails:',
      '```python',
      '  import shop',
      '  shop.total()',
      '```',
      'and this is the output:',
      '```text',
      'Traceback …',
      '```',
      '>>> for x in y:',
      '...     print(x)',
      '3',
      'In [2]: z',
      '```js',
      'shop()',
      '```',
    ].join('\n');
    const script = taskExample(task, ['README.md', 'src/shop/cart.py']);
    expect(JSON.parse(script!.text)).toEqual(['import shop\nshop.total()', 'for x in y:\n    print(x)', 'z']);
    expect(script!.command(null)).toMatch(/hydra_example\.py" 'hydra_example\.json' 'shop'$/);
    expect(taskExample('nothing here', ['src/shop/cart.py'])).toBeNull();
    expect(taskExample(task, ['src/cart.go'])).toBeNull();
  });
  test('a notebook is run as a script of its code', () => {
    const text = JSON.stringify({
      cells: [
        { cell_type: 'markdown', source: 'x' },
        { cell_type: 'code', source: ['%pip install y\n', 'print(1)'] },
      ],
    });
    expect(leftoverOf({ path: 'repro.ipynb', text }, folders)).toMatchObject({
      path: 'repro.py',
      text: 'pass\nprint(1)',
    });
  });
  const ran = (exitCode: number, text: string, digest = text, timeless = digest) => ({
    status: 'exited' as const,
    exitCode,
    text,
    digest,
    timeless,
  });
  test.each([
    ['an assertion is an answer', pythonProbe, 1, 'Traceback …\nAssertionError: 3', 'answer'],
    ['a missing module is not', pythonProbe, 1, "ModuleNotFoundError: No module named 'x'", 'setup'],
    ['nor is a missing program', scriptProbe, 127, 'sh: not found', 'setup'],
    ['nor a test without its runner', scriptProbe, 1, 'ReferenceError: describe is not defined', 'setup'],
    ['a success that mentions an import is an answer', pythonProbe, 0, 'ImportError: expected', 'answer'],
  ] as const)('%s', (...[, rules, code, text, kind]) => {
    expect(leftoverAnswer(rules, [ran(code, text), ran(code, text)])?.kind).toBe(kind);
  });
  test('if the output varies by itself, the exit code is compared', () => {
    const answer = leftoverAnswer(pythonProbe, [ran(0, 'a'), ran(0, 'b')]);
    expect(answer).toMatchObject({ kind: 'answer', digest: '' });
    const trees = [
      { names: ['A'], answer },
      { names: ['baseline'], answer: leftoverAnswer(pythonProbe, [ran(0, 'c'), ran(0, 'c')]) },
    ];
    expect(leftoverEvidence('A', 'repro.py', trees)?.outcomes).toHaveLength(1);
    expect(leftoverEvidence('B', 'repro.py', trees)).toBeNull();
  });
  test('places, addresses and times are removed from an output', () => {
    expect(steadyText('/w/x.py at 0x7f00aa in 1.25s', '/w')).toBe('./x.py at 0x in TIME');
    expect(steadyText('Ran 3 tests, took 12 ms', '')).toBe('Ran 3 tests, took TIME');
  });
  test('durations and dates are compared unless they vary between two runs', () => {
    expect(steadyText('90 s', '')).not.toBe(steadyText('5400 s', ''));
    expect(timelessText('90 s at 2020-01-01T00:00:00')).toBe('TIME at DATE');
    const outcomes = (...answers: ReturnType<typeof leftoverAnswer>[]) =>
      leftoverEvidence(
        'A',
        'repro.py',
        answers.map((answer, at) => ({ names: ['AB'[at] ?? ''], answer })),
      )?.outcomes;
    const steady = (text: string) =>
      leftoverAnswer(pythonProbe, [ran(0, text, text, 'same'), ran(0, text, text, 'same')]);
    const varying = leftoverAnswer(pythonProbe, [ran(0, '1 s', 'x', 'same'), ran(0, '2 s', 'y', 'same')]);
    expect(outcomes(steady('90 s'), steady('5400 s'))).toHaveLength(2);
    expect(outcomes(steady('90 s'), varying)).toHaveLength(1);
  });
});

test('tests are chosen by what they mention and what they are named after', () => {
  const files = [
    { path: 'tests/test_other.py', text: 'nothing' },
    { path: 'tests/test_duration.py', text: 'import duration' },
    { path: 'tests/test_use.py', text: 'parse_text(1)' },
  ];
  expect(rankTestFiles(files, [{ path: 'lib/duration.py', name: 'parse_text' }])).toEqual([
    'tests/test_duration.py',
    'tests/test_use.py',
  ]);
});

describe('who changes fewer answers', () => {
  const call = (
    groups: readonly (readonly string[])[],
    origin: ProbedCall['origin'] = 'varied',
  ): ProbedCall => ({
    call: `f(${groups.length})`,
    function: 'a:f',
    origin,
    from: 'baseline',
    outcomes: groups.map((names, at) => ({
      names: [...names],
      kind: 'returned',
      type: '',
      text: String(at),
    })),
  });

  const moved = { right: 4, narrow: 2 };

  test('keeps the base’s where others change them, and never the other way round', () => {
    const calls = [call([['right'], ['baseline', 'narrow']]), call([['right', 'narrow'], ['baseline']])];
    expect(narrowerThan({ calls, moved }, 'narrow')).toEqual(['right']);
    expect(narrowerThan({ calls, moved }, 'right')).toEqual([]);
    // They differ on a few odd inputs.
    expect(narrowerThan({ calls, moved: { right: 4, narrow: 3 } }, 'narrow')).toEqual([]);
    const both = [...calls, call([['narrow'], ['baseline', 'right']])];
    expect(narrowerThan({ calls: both, moved }, 'narrow')).toEqual([]);
  });

  test('calls that a test makes say nothing of other inputs', () => {
    expect(
      narrowerThan({ calls: [call([['right'], ['baseline', 'narrow']], 'observed')], moved }, 'narrow'),
    ).toEqual([]);
  });

  test('candidates that change no other answer confirm nobody', () => {
    const probes = Probes.parse({
      names: ['baseline', 'one', 'two'],
      functions: ['a:f'],
      played: 20,
      alike: 20,
      answered: 20,
      moved: {},
      unstable: 0,
      calls: [],
      leftovers: [],
      notes: [],
    });
    expect(behavesLike(probes, 'one')).toEqual([]);
    expect(behavesLike({ ...probes, moved: { one: 3, two: 3 } }, 'one')).toEqual(['two']);
  });
});
