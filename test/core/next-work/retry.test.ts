import { expect, test } from 'vitest';
import type { Conclusion } from '../../../src/core/domain/run/conclusion.ts';
import type { Captured, CheckRun } from '../../../src/core/domain/evidence/evidence.ts';
import { retriesOf } from '../../../src/core/next-work/retry.ts';

const LOG = { path: 'x', sha256: 'x', bytes: 0, truncated: false };
const run = (kind: 'build' | 'test', outcome: object): CheckRun =>
  ({ check: { kind, name: kind, timeoutMs: 300_000 }, outcome: { log: LOG, ...outcome } }) as CheckRun;
const stopped = { status: 'timed-out', timeoutMs: 10_000, durationMs: 10_000 };
const done = (durationMs: number) => ({ status: 'exited', exitCode: 0, durationMs });

const retries = (
  kind: 'build' | 'test',
  gates: readonly string[],
  { end = stopped, others = done(9_000) }: { end?: object; others?: object } = {},
) => {
  const late = { tree: 'late', candidate: { name: 'late' }, runs: [run(kind, end)] };
  const other = { tree: 'other', candidate: { name: 'other' }, runs: [run(kind, others)] };
  const captured = { baseline: { runs: [run(kind, done(100))] }, evidence: [late, other] };
  const rankings = [{ agent: 'late', gates }];
  const conclusion = { winner: 'other', rankings } as unknown as Conclusion;
  return retriesOf(captured as unknown as Captured, conclusion).map(({ limitsMs }) => limitsMs);
};

test.each([
  ['a stopped build takes tests and progress with it', 'build', ['build', 'tests', 'progress']],
  ['stopped tests take progress with them', 'test', ['tests', 'progress']],
] as const)('%s: the slowest of the others gives the new limit', (_, kind, gates) => {
  expect(retries(kind, gates)).toEqual([{ [kind]: 36_000 }]);
});

test.each([
  ['the change has no effect', 'build', ['build', 'no_change']],
  ['the build failed, but not for lack of time', 'test', ['build', 'tests']],
] as const)('no retry if %s', (_, kind, gates) => {
  expect(retries(kind, gates)).toEqual([]);
});

const silent = { status: 'timed-out', timeoutMs: 14_000, durationMs: 14_000, silentMs: 10_000 };

test('a silent check is not retried if the others were never silent for long', () => {
  const others = { ...done(9_000), silentMs: 1_000 };
  expect(retries('test', ['tests', 'progress'], { end: silent, others })).toEqual([]);
});

test('if others were silent for long too, the slowest of them gives the new limit', () => {
  const others = { ...done(9_000), silentMs: 4_000 };
  expect(retries('test', ['tests', 'progress'], { end: silent, others })).toEqual([{ test: 36_000 }]);
});
