import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRunEvent } from '../../../../src/core/domain/run/run-event.ts';

const RUNS = join(import.meta.dirname, '../../../fixtures/stored-runs/runs');
const traces = readdirSync(RUNS).flatMap((run) => {
  const text = readFileSync(join(RUNS, run, 'events.jsonl'), 'utf8');
  return text.trimEnd().split('\n');
});

test('every event of a stored trace is read as it was written', () => {
  expect(traces.length).toBeGreaterThan(50);
  for (const line of traces) {
    const {
      seq: _seq,
      time: _time,
      ...written
    } = JSON.parse(line) as { event: string; seq: number; time: string };
    expect(readRunEvent(written)).toEqual(written);
  }
});

test('events of other versions are unknown, and nothing of them is lost', () => {
  const newer = { event: 'teleported', to: 'mars' };
  expect(readRunEvent(newer)).toEqual({ event: 'unknown', name: 'teleported', detail: newer });
  const reshaped = { event: 'stage', text: 5 };
  expect(readRunEvent(reshaped)).toEqual({ event: 'unknown', name: 'stage', detail: reshaped });
});

test('additions of a later version to a known event do not make it unknown', () => {
  expect(readRunEvent({ event: 'stage', text: 'checking', colour: 'red' })).toEqual({
    event: 'stage',
    text: 'checking',
  });
});
