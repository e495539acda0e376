import { describe, expect, test } from 'vitest';
import { racePolicyOf } from '../../../src/core/conclude/race-policy-of.ts';
import { attemptFlags } from '../../../src/core/decide/flags/attempt-flags.ts';
import type { CheckRun } from '../../../src/core/domain/evidence/evidence.ts';
import { measured, missing } from '../../../src/core/domain/measured.ts';
import { HydraConfig } from '../../../src/core/domain/policy/hydra-config.ts';
import type { CapturedSoFar, Setting } from '../../../src/core/next-work/captured-so-far.ts';
import { panel } from '../../../src/core/next-work/panel.ts';
import { addPanelTests, panelTests, withWrittenRuns } from '../../../src/core/next-work/panel-tests.ts';
import { aCapture, anEvidence, aReport } from '../../support/evidence-builders.ts';

const POLICY = racePolicyOf(HydraConfig.parse({}));
const SETTING: Setting = {
  testFiles: new Map(),
  control: { none: 'not now' },
  hiddenTests: 'none',
  dimensions: [],
};
const BASE = { known: 'passed' } as const;
const field = (setting: Partial<Setting>, said: Partial<CapturedSoFar> = {}): CapturedSoFar => ({
  ...aCapture(BASE, [anEvidence('a', BASE), anEvidence('b', { known: 'failed' })]),
  examination: { setting: { ...SETTING, ...setting }, asked: [] },
  ...said,
});

const ASKED = {
  model: 'm',
  request: 'r',
  reply: measured('r'),
  costUsd: measured(0),
  files: ['test/x.panel.test.js'],
};
const WAITING = { ...ASKED, waiting: true as const, tests: missing('infrastructure', 'no reply yet') };

describe('tests from the task alone', () => {
  test('are asked for once, and only if the user wants them', () => {
    expect(panelTests.ask(field({}), POLICY)).toEqual([]);
    const asked = field({ panelTests: true });
    expect(panelTests.ask(asked, POLICY)).toMatchObject([
      { kind: 'panel-tests', names: ['a', 'b'], ran: [] },
    ]);
    expect(panelTests.ask({ ...asked, panelTests: WAITING }, POLICY)).toEqual([]);
    const unread = { ...asked, baseline: { ...asked.baseline, tests: missing('candidate', 'crashed') } };
    expect(panelTests.ask(unread, POLICY)).toMatchObject([{ ran: null }]);
  });

  test('are compared by what is new, whatever the base has', () => {
    const report = (outcome: 'passed' | 'failed') =>
      measured(aReport({ known: outcome, 'panel reads': outcome }));
    const ran = [
      { names: ['baseline', 'idle'], reports: [report('failed'), report('failed')] as const },
      { names: ['a'], reports: [report('passed'), report('passed')] as const },
      { names: ['b'], reports: [undefined, undefined] as const },
    ];
    const { panelTests: seen } = addPanelTests(field({ panelTests: true }), ASKED, measured(ran));
    expect(seen?.tests).toEqual(
      measured([{ id: 'panel reads', state: 'admitted', passed: ['a'], failed: ['idle'] }]),
    );
  });

  test('keep a panel from a second round as long as they wait', () => {
    const both = field({ panelRounds: 2, panelTests: true });
    expect(panel.ask(both, POLICY)[0]?.findings).not.toBeNull();
    expect(panel.ask({ ...both, panelTests: WAITING }, POLICY)[0]?.findings).toBeNull();
  });

  test('cannot make a candidate look as if it had read a key', () => {
    const run = {
      check: { name: 'panel-tests-1', kind: 'test' },
      outcome: {
        status: 'exited',
        exitCode: 1,
        durationMs: 1,
        log: { path: 'x.log', sha256: 'x', bytes: 0, truncated: false },
        attempts: [{ kind: 'secret-read', detail: '~/.ssh/id_rsa' }],
      },
      reused: false,
    } as unknown as CheckRun;
    const seen = withWrittenRuns(field({}), 'a', { runs: [run] });
    const one = seen.evidence.find(({ candidate }) => candidate.name === 'a');
    expect(one?.runs).toHaveLength(1);
    expect(one === undefined ? null : attemptFlags(seen.baseline, one)).toEqual([]);
    expect(attemptFlags(seen.baseline, { ...seen.baseline, runs: [run] }).map(({ id }) => id)).toEqual([
      'secret-touched',
    ]);
  });
});
