import { expect, test } from 'vitest';
import { createTimeline } from '../../../src/core/view/timeline.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString();
const log = { path: 'baseline/test.log', sha256: 'a'.repeat(64), bytes: 1, truncated: false };
const exited = (exitCode: number) => ({ status: 'exited', exitCode, durationMs: 1000, log });

/** Events as a trace has them; the timeline skips unknown ones. */
const follow = (
  ...events: readonly (readonly [number, Readonly<Record<string, unknown>> & { readonly event: string }])[]
) => {
  const timeline = createTimeline();
  const changed = events.map(([seconds, event]) => timeline.add({ ...event, time: at(seconds) }));
  return { changed, ...timeline.read() };
};

test('checks of several owners are a span in each lane; a check whose start was not seen began as long ago as it took', () => {
  const { lanes, endedMs } = follow(
    [0, { event: 'created' }],
    [1, { event: 'field', owners: ['baseline', 'a', 'b'], checks: ['test'] }],
    [2, { event: 'check_started', owners: ['a', 'b'], check: 'test' }],
    [
      5,
      {
        event: 'check',
        owners: ['a', 'b'],
        check: 'test',
        outcome: exited(1),
        tests: { passed: 1, failed: 2 },
      },
    ],
    [7, { event: 'check', owners: ['baseline'], check: 'lint', outcome: exited(0) }],
    [8, { event: 'check_reused', owners: ['baseline'], check: 'test', outcome: exited(0) }],
    [8, { event: 'of another version' }],
  );
  const shown = lanes.map(({ name, spans }) => [
    name,
    ...spans.map(({ check, startMs, endMs, state }) => `${check} ${startMs}–${endMs} ${state}`),
  ]);
  expect(shown).toEqual([
    ['baseline', 'lint 6000–7000 passed', 'test 8000–8000 reused'],
    ['a', 'test 2000–5000 failed'],
    ['b', 'test 2000–5000 failed'],
  ]);
  expect(endedMs).toBe(8000);
});

test('agents of a race have lanes, report what they do, and stop with their run', () => {
  const agent = { agent: 'claude', spec: 'claude', round: 0, trace: 'x' };
  const { changed, lanes } = follow(
    [0, { event: 'race_started', entrants: [{ name: 'claude' }, { name: 'codex' }], task: 't' }],
    [1, { event: 'agent_at_work', ...agent }],
    [2, { event: 'agent_at_work', ...agent, agent: 'codex' }],
    [3, { event: 'agent_progress', agent: 'claude', action: 'edits a.ts' }],
    [4, { event: 'agent_done', ...agent, label: 'done', reason: '', result: null }],
    [5, { event: 'run_aborted', reason: 'cancelled' }],
  );
  expect(changed[3]).toMatchObject([{ lane: 'claude', span: { state: 'running', detail: 'edits a.ts' } }]);
  expect(lanes).toMatchObject([
    { name: 'claude', spans: [{ startMs: 1000, endMs: 4000, state: 'passed' }] },
    { name: 'codex', spans: [{ startMs: 2000, endMs: 5000, state: 'stopped' }] },
  ]);
});
