import { expect, test } from 'vitest';
import { trialTranscript } from '../../../src/core/view/trial-transcript.ts';

const PLAN = { task: 'easy', configuration: 'good', trial: 0, round: 0, seed: 1 };
const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const timed = (events: readonly object[]) =>
  events.map((event, second) => ({ ...event, time: at(second) }) as { event: string; time: string });
const turn = (text: string, within?: string) => ({ event: 'model_turn', step: 1, text, within });
const done = (key: string, plan = PLAN) => ({ event: 'trial', key, trial: { ...plan, cached: false } });
const texts = (events: readonly object[], key: string) =>
  trialTranscript(timed(events), key)?.turns.map(({ text }) => text) ?? null;

test('events belong to the trial that they name', () => {
  const other = { ...PLAN, configuration: 'bad' };
  const events = [
    { event: 'trial_started', ...PLAN },
    { event: 'trial_started', ...other },
    turn('mine', 'a'),
    turn('theirs', 'b'),
    done('b', other),
    done('a'),
  ];
  expect([texts(events, 'a'), texts(events, 'b'), texts(events, 'c')]).toEqual([['mine'], ['theirs'], null]);
});

test('in an earlier trace they belong to the one trial that is under way, and to none if there are two', () => {
  const other = { ...PLAN, configuration: 'bad' };
  const apart = [
    { event: 'trial_started', ...PLAN },
    turn('mine'),
    done('a'),
    { event: 'trial_started', ...other },
    turn('theirs'),
    done('b', other),
  ];
  expect([texts(apart, 'a'), texts(apart, 'b')]).toEqual([['mine'], ['theirs']]);
  const together = [
    { event: 'trial_started', ...PLAN },
    { event: 'trial_started', ...other },
    turn('whose'),
    done('a'),
  ];
  expect(texts(together, 'a')).toBe(null);
});

test('a trial that was lost and ran again shows only its second run, with how it ended', () => {
  const events = timed([
    { event: 'trial_started', ...PLAN },
    { event: 'agent_started', prompt: 'do it', limits: {}, within: 'a' },
    turn('first', 'a'),
    { event: 'trial_lost', ...PLAN, reason: 'no space' },
    { event: 'agent_started', prompt: 'do it', limits: {}, within: 'a' },
    {
      event: 'agent_output',
      stdout: { text: 'out', leftOutBytes: 0 },
      stderr: { text: '', leftOutBytes: 0 },
      within: 'a',
    },
    { event: 'agent_ended', ended: 'finished', reason: 'done', within: 'a' },
    { event: 'judge_vote', rationale: 'it is fine', within: 'a' },
    done('a'),
  ]);
  expect(trialTranscript(events, 'a')).toMatchObject({
    prompt: 'do it',
    turns: [],
    output: { stdout: 'out' },
    ended: { how: 'finished', reason: 'done' },
    judged: [{ rationale: 'it is fine' }],
  });
});
