import { expect, test } from 'vitest';
import type { CheckRun } from '../../../../src/core/domain/evidence/evidence.ts';
import { timeReport, timeReportText } from '../../../../src/core/report/run/time-report.ts';
import { aCapture, anEvidence } from '../../../support/evidence-builders.ts';

const aRun = (owner: string, name: string, durationMs: number, reused = false): CheckRun => ({
  check: {
    kind: name.startsWith('prepare') ? 'build' : 'test',
    name,
    command: 'true',
    env: {},
    timeoutMs: 1000,
    parser: null,
    report: { from: 'log' },
    origin: 'profile',
  },
  outcome: {
    status: 'exited',
    exitCode: 0,
    durationMs,
    log: { path: `${owner}/${name}.log`, sha256: 'x', bytes: 0, truncated: false },
  },
  reused,
});

test('seconds by kind of check and by candidate; shared and reused runs are not counted twice', () => {
  const shared = aRun('a', 'test', 2000);
  const captured = aCapture({}, [
    anEvidence(
      'a',
      {},
      { runs: [shared, aRun('a', 'again-suite-moved', 500), aRun('a', 'prepare-own-0', 250)] },
    ),
    anEvidence('b', {}, { runs: [shared, aRun('b', 'elsewhere', 3000), aRun('b', 'confirm', 9000, true)] }),
  ]);
  const spent = timeReport(captured);
  expect(spent.seconds).toBe(5.75);
  expect(spent.checks.map(({ name, seconds }) => [name, seconds])).toEqual([
    ['elsewhere', 3],
    ['test', 2],
    ['again', 0.5],
    ['build again', 0.25],
    ['confirm', 0],
  ]);
  expect(spent.candidates.map(({ name, seconds, runs }) => [name, seconds, runs])).toEqual([
    ['b', 3, 2],
    ['a', 2.75, 3],
  ]);
  expect(spent.slowest[0]).toEqual({ candidate: 'b', check: 'elsewhere', seconds: 3 });
  expect(timeReportText(spent)).toContain('3.0 s  elsewhere (1)');
});
