import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
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
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  const env = {
    PATH: process.env['PATH'],
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
