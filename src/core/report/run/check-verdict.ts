import { stoppedAfter } from '../../domain/check/check-outcome.ts';
import type { RunEvent } from '../../domain/run/run-event.ts';
import { printableLine } from '../text/printable.ts';

const MAX_REASON = 120;

/** The end of a check, an installation, or a result that was reused. */
export type EndedCheck = Omit<Extract<RunEvent, { event: 'check' }>, 'event'> & { readonly reused: boolean };
export type CheckSummary = {
  readonly mark: string;
  readonly good: boolean;
  readonly state: 'passed' | 'failed' | 'stopped' | 'not-started';
  readonly text: string;
};

/** Null: not the end of a check. */
export const endedCheck = (event: { readonly event: string }): EndedCheck | null => {
  const known = event as RunEvent;
  switch (known.event) {
    case 'check':
      return { ...known, reused: false };
    case 'check_reused':
      return { ...known, reused: true };
    case 'install':
      return { ...known, check: 'install', reused: false };
    default:
      return null;
  }
};

/** A candidate's own tests on the base, and fixed tests with changed expectations: they prove something by failing. */
const MEANT_TO_FAIL = new Set(['proof', 'proof-data', 'proof-again', 'target']);

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const testsText = ({ passed, failed }: NonNullable<EndedCheck['tests']>): string =>
  failed === 0 ? `${passed} pass, ` : `${failed} of ${passed + failed} fail, `;

/** The result of a check, for people. */
export const checkVerdict = ({ check, outcome, tests, reused }: EndedCheck): CheckSummary => {
  switch (outcome.status) {
    case 'exited': {
      const fails = tests === undefined ? outcome.exitCode !== 0 : tests.failed > 0;
      const good = MEANT_TO_FAIL.has(check) ? fails : !fails;
      const time = reused ? 'known' : seconds(outcome.durationMs);
      const counts = tests === undefined ? '' : testsText(tests);
      return { mark: good ? '✓' : '✗', good, state: good ? 'passed' : 'failed', text: `${counts}${time}` };
    }
    case 'timed-out':
      return { mark: '⏱', good: false, state: 'stopped', text: stoppedAfter(outcome) };
    case 'killed':
      return { mark: '✗', good: false, state: 'stopped', text: outcome.signal };
    case 'not-started':
      return {
        mark: '!',
        good: false,
        state: 'not-started',
        text: `not started: ${printableLine(outcome.reason, MAX_REASON)}`,
      };
  }
};
