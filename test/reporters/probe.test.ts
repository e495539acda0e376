import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goProbe } from '../../src/core/languages/go/probe.ts';
import { pythonProbe } from '../../src/core/languages/python/probe.ts';
import { scriptProbe } from '../../src/core/languages/script/probe.ts';
import type { ProbeRules } from '../../src/core/languages/parts/probe-rules.ts';
import { readOutcomes } from '../../src/core/probe/read-outcomes.ts';
import { readRecording } from '../../src/core/probe/read-recording.ts';
import { has, unless } from '../support/needs.ts';
import { REPORTERS } from './run-reporter.ts';

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** Runs a command in a fresh project and returns the output of the recorder or the player. */
const left = (files: Readonly<Record<string, string>>, command: string): string => {
  const root = mkdtempSync(join(tmpdir(), 'hydra-probe-'));
  folders.push(root);
  const reports = join(root, 'reports');
  mkdirSync(reports);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const env = {
    PATH: process.env['PATH'],
    HOME: homedir(),
    HYDRA_REPORT_DIR: reports,
    HYDRA_REPORTERS: REPORTERS,
    PYTHONDONTWRITEBYTECODE: '1',
  };
  spawnSync('sh', ['-c', command], { cwd: root, env });
  return readFileSync(join(reports, 'probe.jsonl'), 'utf8');
};

const kinds = (rules: ProbeRules, files: Readonly<Record<string, string>>, inputs: readonly object[]) => {
  const plan = {
    path: ['.'],
    seconds: 20,
    callSeconds: 0.5,
    inputs: inputs.map((one, i) => ({ i, k: {}, ...one })),
  };
  const text = left({ ...files, 'in.json': JSON.stringify(plan) }, rules.play(null, 'in.json', 1));
  return [...readOutcomes([text])]
    .sort(([a], [b]) => a - b)
    .map(([, { kind, type, text: shown }]) => `${kind} ${type || shown}`.trim());
};

const SCRIPT = `const hidden = () => 1;
export const half = (n) => {
  if (n === 'loop') for (;;);
  if (n === 'exit') process.exit(3);
  return n.length / 2;
};
export class Timer {
  constructor(at) { this.at = at; }
  shift(by) { this.at += by; return hidden() && this.at; }
}
`;

test('calls of JavaScript are played one by one, whatever they do', () => {
  const call = (n: string, ...a: readonly unknown[]) => ({ m: 'a.mjs', n, a });
  const timer = { $: 'object', type: 'Timer', v: { at: 4 } };
  expect(
    kinds(scriptProbe, { 'a.mjs': SCRIPT }, [
      call('half', 'abc'),
      call('half', 'loop'),
      call('half', 'exit'),
      call('half', null),
      call('hidden'),
      { ...call('Timer.shift', 3), t: timer },
    ]),
  ).toEqual(['returned 1.5', 'timeout', 'threw exit', 'threw TypeError', 'missing Error', 'returned 7']);
});

const PYTHON = `import os
class Timer:
    def __init__(self, at):
        self.at = at
    def shift(self, by):
        __import__("hydra_probe").seen(0, locals())
        self.at += by
        return self.at
def half(text):
    if text == "loop":
        while True: pass
    if text == "exit":
        os._exit(3)
    return len(text) / 2
def lead(at, *more, by=1):
    return Timer(at).shift(by)
`;

test.skipIf(!has.python)(
  `calls of Python are recorded with those that led to them, and played${unless('python')}`,
  () => {
    const text = left(
      { 'a.py': PYTHON, 'test_a.py': 'from a import lead\nlead(4, 5, by=3)\n' },
      `${pythonProbe.recording} python3 test_a.py`,
    );
    const { calls, path } = readRecording([text], true);
    expect(path).toContain('.');
    expect(calls.map(({ name, mark }) => [name, mark])).toEqual([
      ['Timer.shift', 0],
      ['lead', -1],
    ]);
    expect(calls[1]).toMatchObject({ module: 'a', positional: [4, 5], named: { by: 3 } });
    const played = calls.map(({ module: m, name: n, positional: a, named: k }) => ({ m, n, a, k }));
    const half = (one: unknown) => ({ m: 'a', n: 'half', a: [one] });
    expect(
      kinds(pythonProbe, { 'a.py': PYTHON }, [
        ...played,
        half('abc'),
        half('loop'),
        half('exit'),
        half(null),
        { m: 'a', n: 'gone', a: [] },
      ]),
    ).toEqual([
      'returned 7',
      'returned 7',
      'returned 1.5',
      'timeout',
      'threw exit',
      'threw TypeError',
      'missing AttributeError',
    ]);
  },
);

/** Marked as the engine marks them: see the unit tests of the language. */
const GO = `package clock

import (
	"errors"
	"os"
	"strconv"
	"sync"
	"time"
)

type Level int

type Timer struct {
	mutex sync.Mutex
	at    int
	Marks map[string][]Level
	next  *Timer
	log   func(string)
}

type Shape interface{ Area() float64 }

type Square struct{ side float64 }

func (s Square) Area() float64 { hydraProbeSeen(4, Square.Area, s); return s.side * s.side }

func (t *Timer) Shift(by int, more ...Level) int {
	hydraProbeSeen(0, (*Timer).Shift, t, by, more)
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, one := range more {
		by += int(one)
	}
	t.at += by
	return t.at
}

func half(text string) (int, error) {
	hydraProbeSeen(1, half, text)
	switch text {
	case "loop":
		for {
		}
	case "exit":
		os.Exit(3)
	case "lost":
		go func() { panic("lost") }()
		time.Sleep(time.Minute)
	case "index":
		return []int{}[len(text)], nil
	case "odd":
		return 0, errors.New("odd")
	}
	return strconv.Atoi(text)
}

func areas(shapes []Shape, by map[string]float64, raw []byte) map[string]float64 {
	hydraProbeSeen(2, areas, shapes, by, raw)
	all := map[string]float64{string(raw): 0, "nil": 0}
	for _, one := range shapes {
		all[string(raw)] += one.Area() * by["x"]
	}
	return all
}

func watch(files chan string) int { hydraProbeSeen(3, watch, files); return len(files) }

func grow() *Timer { return &Timer{at: 1, log: func(string) {}} }
`;
const GO_TEST = `package clock

import "testing"

func TestAll(t *testing.T) {
	timer := &Timer{at: 4, Marks: map[string][]Level{"b": {2}, "a": nil}, next: &Timer{at: 1}}
	timer.Shift(3)
	timer.Shift(1, 2, 3)
	half("12")
	areas([]Shape{Square{2}, &Square{1.5}}, map[string]float64{"x": 2}, []byte("sum"))
	watch(make(chan string, 2))
	(&Timer{log: func(string) {}}).Shift(1)
}

func TestMain(m *testing.M) { m.Run() }
`;
const GO_MODULE = 'module example.org/clock\n\ngo 1.18\n';
const COMPANION = goProbe.companion?.({
  find: () => [0],
  text: () => 'clock',
} as never);

describe.skipIf(!has.go)(`calls of Go${unless('go')}`, () => {
  let recording: ReturnType<typeof readRecording>;
  beforeAll(() => {
    const files = {
      'go.mod': GO_MODULE,
      'sub/clock.go': GO,
      'sub/clock_test.go': GO_TEST,
      [`sub/${COMPANION?.name}`]: COMPANION?.text ?? '',
    };
    recording = readRecording([left(files, `${goProbe.recording} go test ./...`)], true);
  });
  const callOf = (mark: number, at = 0) => {
    const found = recording.calls.filter((call) => call.mark === mark)[at];
    if (found === undefined) throw new Error(JSON.stringify(recording));
    return found;
  };
  const plain = GO.replaceAll(/[ \t]*hydraProbeSeen\((?:\(\*\w+\)|[^()])*\);?/g, '');
  const playOn = (
    source: string,
    inputs: readonly object[],
    test = 'package clock\n\nthis does not compile\n',
  ) => kinds(goProbe, { 'go.mod': GO_MODULE, 'sub/clock.go': source, 'sub/clock_test.go': test }, inputs);
  const played = (mark: number, n: string, a?: readonly unknown[], at = 0) => {
    const { positional, signature } = callOf(mark, at);
    return { m: 'sub/clock.go', n, a: a ?? positional, s: signature };
  };

  test('arguments are recorded with their types, and what cannot be rebuilt has a reason', () => {
    expect(callOf(0).positional.map(goProbe.write)).toEqual([
      '&Timer{Marks: map[string][]Level{"a": nil, "b": []Level{2}}, at: 4, next: &Timer{at: 1}}',
      '3',
      'nil',
    ]);
    expect(callOf(0, 1).positional.map(goProbe.write).slice(1)).toEqual(['1', '2, 3']);
    expect(callOf(2).positional.map(goProbe.write)).toEqual([
      '[]Shape{Square{side: 2.0}, &Square{side: 1.5}}',
      'map[string]float64{"x": 2.0}',
      '[]byte("sum")',
    ]);
    expect(recording.obstacles).toEqual(
      new Map([
        [0, 'an argument holds a func(string)'],
        [3, 'an argument holds a chan string'],
      ]),
    );
  });

  test('each is played in its own process, whatever it does and whatever the tests of the package are', () => {
    const half = (text: unknown) => played(1, 'half', [text]);
    expect(
      playOn(plain, [
        played(0, 'Timer.Shift', undefined, 1),
        played(2, 'areas'),
        ...['12', 'x', 'odd', 'index', 'loop', 'exit', 'lost'].map(half),
      ]),
    ).toEqual([
      'returned 13',
      'returned map["nil": 0, "sum": 12.5]',
      'returned 12',
      'threw *strconv.NumError',
      'threw error',
      'threw runtime error',
      'timeout',
      'threw exit',
      'threw exit',
    ]);
  });

  test('a different signature, an input with different fields and arguments of different types give no result', () => {
    const widened = plain
      .replace('at    int', 'at    int\n\tseen  map[int]bool')
      .replace('(int, error)', '(n int, err error)')
      .replace('raw []byte', 'raw string');
    const calls = [played(0, 'Timer.Shift'), played(1, 'half'), played(2, 'areas'), played(1, 'gone')];
    expect(playOn(widened, calls)).toEqual(['returned 12']);
    expect(playOn(plain, [played(1, 'half', [5]), played(1, 'half', []), played(1, 'half', ['7'])])).toEqual([
      'returned 7',
    ]);
  });

  test('a tree that does not compile gives no outcome', () => {
    expect(playOn(`${plain}\nvar broken int = "x"\n`, [played(1, 'half')])).toEqual([]);
  });

  test('code that runs before the call can neither answer for it nor find the report', () => {
    const forging = `${plain}
func init() {
	line := []byte("{\\"nonce\\":\\"\\",\\"outcome\\":{\\"kind\\":\\"returned\\",\\"type\\":\\"\\",\\"text\\":\\"99\\",\\"digest\\":\\"99\\"}}\\n")
	os.NewFile(3, "answer").Write(line)
	if os.Getenv("HYDRA_REPORT_DIR") != "" {
		os.Exit(0)
	}
}
`;
    expect(playOn(forging, [played(1, 'half')])).toEqual(['returned 12']);
  });
});
