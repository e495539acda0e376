import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunEvent } from '../../../../src/core/domain/run/run-event.ts';
import { openRaceView } from '../../../../src/faces/cli/views/race-progress.ts';
import type { Terminal } from '../../../../src/faces/cli/console/terminal.ts';

const same = (text: string): string => text;
const paint = { bold: same, dim: same, good: same, bad: same, warn: same, accent: same };

/** What a terminal of this size would show: lines above the cursor, without erased text. */
const screenOf = (written: string): readonly string[] => {
  let lines: string[] = [''];
  for (const part of written.split(/(\u001B\[\d*[AJ]|\r|\n)/)) {
    const up = /^\u001B\[(\d+)A$/.exec(part);
    if (up !== null) lines = lines.slice(0, Math.max(1, lines.length - Number(up[1])));
    else if (part === '\n') lines.push('');
    else if (part !== '\r' && part !== '\u001B[J') lines[lines.length - 1] += part;
    if (up !== null) lines[lines.length - 1] = '';
  }
  return lines.filter((line) => line !== '');
};

let written = '';
const open = (live: boolean) =>
  openRaceView({
    columns: 80,
    paint,
    print: () => undefined,
    data: () => undefined,
    note: (text) => void (written += `${text}\n`),
    live,
    masked: () => 0,
  } satisfies Terminal);

const size = { columns: process.stderr.columns, rows: process.stderr.rows };
beforeEach(() => {
  written = '';
  vi.useFakeTimers();
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
  Object.assign(process.stderr, { columns: 70, rows: 12 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  Object.assign(process.stderr, size);
});

const allowed = { network: true, variables: [], logins: [], permissions: '' };
const names = (count: number) => Array.from({ length: count }, (_, at) => `agent-${at + 1}`);
const started = (count: number): readonly RunEvent[] => [
  {
    event: 'race_started',
    task: 'x',
    entrants: names(count).map((name) => ({ name, agent: name, allowed })),
  },
  ...names(count).map((agent): RunEvent => ({
    event: 'agent_at_work',
    agent,
    spec: agent,
    round: 0,
    trace: 'agent-1.jsonl',
  })),
];
const progress = (agent: string, action: string): RunEvent => ({
  event: 'agent_progress',
  agent,
  action,
  steps: 1,
  tool_calls: 1,
  tokens: 12_345,
  usd: 0.5,
  files: 1,
});
const done = (agent: string, reason: string): RunEvent => ({
  event: 'agent_done',
  agent,
  spec: agent,
  round: 0,
  label: reason === '' ? 'done' : 'failed',
  reason,
  files: 2,
  sha256: '0'.repeat(64),
  tree: '0'.repeat(40),
  result: null,
});

test('in a terminal: one line per agent that never wraps, and a note stays above them', () => {
  const view = open(true);
  for (const event of started(2)) view.on(event);
  view.on(progress('agent-1', `edit ${'very '.repeat(40)}long`));
  vi.advanceTimersByTime(500);
  view.say('stopping the agents');
  vi.advanceTimersByTime(500);
  view.on(done('agent-2', 'no luck'));
  view.on({ event: 'note', text: 'something else' });
  view.on({ event: 'stage', text: 'evaluating' });
  vi.advanceTimersByTime(500);
  expect(screenOf(written).at(-1)).toBe('· evaluating');
  view.close();
  const screen = screenOf(written);
  expect(screen.map((line) => line.trimEnd())).toEqual([
    'stopping the agents',
    '· something else',
    expect.stringMatching(/^ {2}agent-1 +working .*12\.3k tokens, \$0\.50, 1 file {2}edit/),
    expect.stringMatching(/^ {2}agent-2 +failed .*2 files +no l/),
  ]);
  expect(screen.every((line) => line.length < 70)).toBe(true);
});

test('more agents than lines: working ones are shown, and the others counted', () => {
  const view = open(true);
  for (const event of started(20)) view.on(event);
  for (const agent of names(15)) view.on(done(agent, ''));
  vi.advanceTimersByTime(300);
  const screen = screenOf(written);
  expect(screen).toHaveLength(6);
  expect(screen.at(-1)).toBe('  … 15 more');
  view.close();
});

test('without one: a line for every change of state, and nothing is redrawn', () => {
  const view = open(false);
  for (const event of [...started(1), progress('agent-1', 'looks'), done('agent-1', 'no luck')])
    view.on(event);
  vi.advanceTimersByTime(60_000);
  view.close();
  expect(written.split('\n')).toEqual([
    '  agent-1: started (agent-1)',
    '  agent-1: failed, 2 files: no luck',
    '',
  ]);
});
