import { describe, expect, test } from 'vitest';
import { attemptFlags } from '../../../src/core/decide/flags/attempt-flags.ts';
import { raiseRunFlags } from '../../../src/core/decide/raise-run-flags.ts';
import type { CheckRun, Evidence } from '../../../src/core/domain/evidence/evidence.ts';
import type { Cell } from '../../../src/core/domain/evidence/matrix.ts';
import { measured, missing } from '../../../src/core/domain/measured.ts';
import type { TestOutcome } from '../../../src/core/domain/check/test-report.ts';
import { aCapture, aCell, anEvidence, aReport, aTree } from '../../support/evidence-builders.ts';

const LOG = { sha256: 'x', bytes: 0, truncated: false };
const run = (kind: 'test' | 'lint', exitCode: number): CheckRun => ({
  check: {
    name: kind,
    kind,
    command: 'x',
    parser: null,
    report: { from: 'log' },
    timeoutMs: 1,
    env: {},
  } as CheckRun['check'],
  outcome: { status: 'exited', exitCode, durationMs: 1, log: LOG } as CheckRun['outcome'],
  reused: false,
});
const timedOut: CheckRun = {
  ...run('test', 0),
  outcome: { status: 'timed-out', timeoutMs: 1, durationMs: 1, log: LOG } as CheckRun['outcome'],
};

type Said = {
  readonly own?: Record<string, TestOutcome>;
  readonly base?: Record<string, TestOutcome>;
  readonly exit?: number;
  readonly baseExit?: number;
  readonly control?: Partial<Cell>;
  readonly expected?: string[];
  readonly more?: Partial<Evidence>;
};

const flags = ({ own = {}, base = {}, exit = 1, baseExit = 1, control, expected, more }: Said) => {
  const one = anEvidence('one', own, {
    runs: [run('lint', 0), run('test', exit)],
    ...(control === undefined ? {} : { control: aCell(control) }),
    ...more,
  });
  const baseline = aTree(base, { runs: [run('lint', 7), run('test', baseExit)] });
  const capture = aCapture(base, [one], {
    baseline,
    ...(expected === undefined ? {} : { control: { files: ['t.js'], expected } }),
  });
  return raiseRunFlags(capture, one);
};
const rules = (said: Said) => flags(said).map(({ id, rule }) => `${id} ${rule}`);

describe('the negative control of earlier engines', () => {
  const failing = {
    own: { t: 'passed' },
    control: { failed: ['t'] },
    expected: ['t'],
  } as const satisfies Said;

  test('raises no flag if every copy fails and the exit code says so', () => {
    expect(flags({ ...failing, own: { t: 'passed' } })).toEqual([]);
  });

  test('raises no flag if the original is broken', () => {
    expect(
      rules({ own: { t: 'failed' }, base: { t: 'passed' }, control: { passed: ['t'] }, expected: ['t'] }),
    ).toEqual([]);
  });

  test('reports tampering if a copy passes', () => {
    expect(
      flags({ own: { t: 'passed' }, control: { passed: ['t', 'u'] }, expected: ['t', 'u', 'v'] }),
    ).toEqual([
      {
        id: 'harness-tampered',
        rule: 'control-passes',
        sentence: 'tests with changed expectations pass with this candidate',
        evidence: 't, u',
      },
    ]);
  });

  test('names three and counts the rest', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const [flag] = flags({ control: { passed: ids }, expected: ids });
    expect(flag?.evidence).toBe('a, b, c and 2 more');
    expect(flags({ control: { passed: ['a', 'b', 'c'] }, expected: ids })[0]?.evidence).toBe('a, b, c');
  });

  test('ignores a passing copy that was not expected to fail', () => {
    expect(
      rules({ own: { t: 'passed' }, control: { passed: ['u'], failed: ['t'] }, expected: ['t'] }),
    ).toEqual([]);
  });

  test('reports tampering if originals report and copies do not', () => {
    expect(flags({ own: { t: 'passed' }, control: {}, expected: ['t', 'unheard'] })).toEqual([
      {
        id: 'harness-tampered',
        rule: 'control-silent',
        sentence: 'tests with changed expectations never report although their originals do',
        evidence: 't',
      },
    ]);
  });

  test.each([
    ['skipped', { skipped: ['t'] }],
    ['failed', { failed: ['t'] }],
  ])('a copy that is %s was reported', (_, control) => {
    expect(rules({ own: { t: 'passed' }, control, expected: ['t'] })).toEqual([]);
  });

  test('silence of both is not a sign', () => {
    expect(rules({ own: { other: 'passed' }, control: {}, expected: ['t'] })).toEqual([]);
  });

  test('reports tampering if the command exits with 0 although a copy failed', () => {
    expect(flags({ ...failing, exit: 0 })).toEqual([
      {
        id: 'harness-tampered',
        rule: 'control-exit',
        sentence: 'the test command exits with 0 although a test with a changed expectation failed',
      },
    ]);
    const one = { control: { failed: ['t'], skipped: ['u'] }, expected: ['u', 't'] };
    expect(rules({ ...failing, ...one, exit: 0 })).toEqual(['harness-tampered control-exit']);
    expect(rules({ ...failing, exit: 2 })).toEqual([]);
    expect(rules({ ...failing, control: { skipped: ['t'] }, exit: 0, baseExit: 0 })).toEqual([]);
  });

  test('only the exit code of the tests counts', () => {
    expect(rules({ ...failing, more: { runs: [run('lint', 0)] } })).toEqual([]);
    expect(rules({ ...failing, more: { runs: [run('lint', 0), timedOut] } })).toEqual([]);
  });

  test.each([
    ['nothing was expected to fail', { control: { passed: ['t'] }, expected: [] }],
    ['there was no control', { control: { passed: ['t'] } }],
    ['it did not run here', { expected: ['t'], own: { t: 'passed' } }],
    [
      'there are no results',
      { control: { passed: ['t'] }, expected: ['t'], more: { tests: missing('candidate', 'crash') } },
    ],
  ] satisfies [string, Said][])('raises no flag if %s', (_, said) => expect(rules(said)).toEqual([]));
});

describe('tests that it made pass', () => {
  test('are suspicious if they pass with changed expectations too', () => {
    expect(flags({ more: { targeted: aCell({ passed: ['t'] }) } })).toEqual([
      {
        id: 'harness-tampered',
        rule: 'target-passes',
        sentence: 'tests that it made pass still pass when their expectations are changed',
        evidence: 't',
      },
    ]);
    expect(rules({ more: { targeted: aCell({ failed: ['t'] }) } })).toEqual([]);
  });
});

describe('the control in workspaces of its own', () => {
  const changed = (said: Partial<Cell>, exitCode = 1) => ({ changed: aCell(said), exitCode });
  const both = (said: Partial<Cell>, original: Partial<Cell>, exitCode = 1) => ({
    changed: changed(said, exitCode),
    original: aCell(original),
  });
  type Runs = NonNullable<Evidence['controlled']>;
  const seen = (
    controlled: Runs,
    own: Record<string, TestOutcome> = { t: 'passed' },
    quarantined: string[] = [],
  ) => {
    const one = anEvidence('one', own, { controlled });
    const control = { files: ['t.js'], expected: ['t'], exits: true };
    return raiseRunFlags(aCapture({ t: 'passed' }, [one], { control, quarantined }), one);
  };
  const passes = both({ passed: ['t'] }, { passed: ['t'] });
  const first = changed({ passed: ['t'] });

  test('reports only what it shows every time, while the originals pass', () => {
    expect(seen({ first, targets: [], again: [passes, passes] })).toEqual([
      {
        id: 'harness-tampered',
        rule: 'control-passes',
        sentence: 'tests pass with this candidate whatever they expect',
        evidence: 't',
      },
    ]);
  });

  test.each([
    ['it was not repeated', { first, targets: [] }],
    [
      'it fails the second time',
      { first, targets: [], again: [passes, both({ failed: ['t'] }, { passed: ['t'] })] },
    ],
    [
      'its original fails the second time',
      { first, targets: [], again: [passes, both({ passed: ['t'] }, {})] },
    ],
    ['it fails', { first: changed({ failed: ['t'] }), targets: [], again: [] }],
  ] satisfies [string, Runs][])('raises no flag if %s', (_, controlled) => {
    expect(seen(controlled)).toEqual([]);
  });

  test('raises no flag if the original is broken or flaky', () => {
    const runs = { first, targets: [], again: [passes, passes] };
    expect(seen(runs, { t: 'failed' })).toEqual([]);
    expect(seen(runs, { t: 'passed' }, ['t'])).toEqual([]);
  });

  test.each([
    ['target-passes', { passed: ['u'], failed: ['t'] }, 1, ['u']],
    ['control-silent', {}, 1, []],
    ['control-exit', { failed: ['t'] }, 0, []],
  ] as const)('%s', (rule, cell, exitCode, targets) => {
    const said = { ...cell } as Partial<Cell>;
    const again = both(said, { passed: ['t', 'u'] }, exitCode);
    const runs = { first: changed(said, exitCode), targets: [...targets], again: [again, again] };
    expect(seen(runs, { t: 'passed', u: 'passed' }).map((flag) => flag.rule)).toEqual([rule]);
  });
});

describe('files of the harness that were written to', () => {
  const flagged = (altered: string[], usual: string[] = []) => {
    const one = anEvidence('one', {}, { altered });
    return raiseRunFlags(aCapture({}, [one], { baseline: aTree({}, { altered: usual }) }), one);
  };

  test('are listed', () => {
    expect(flagged(['a.test.js', 'b.test.js'], ['b.test.js'])).toEqual([
      {
        id: 'harness-altered',
        rule: 'pinned-written',
        sentence: 'its installation, build or tests wrote to a file of the harness',
        file: 'a.test.js',
        evidence: 'a.test.js',
      },
    ]);
  });

  test('unless the base does the same', () => {
    expect(flagged(['a.test.js'], ['a.test.js'])).toEqual([]);
    expect(flagged([])).toEqual([]);
  });
});

describe('exit code and report', () => {
  const honest = {
    base: { t: 'passed' },
    own: { t: 'passed' },
    exit: 0,
    baseExit: 0,
  } as const satisfies Said;

  test('agree', () => {
    expect(rules(honest)).toEqual([]);
    expect(rules({ ...honest, own: { t: 'failed' }, exit: 1 })).toEqual([]);
  });

  test('disagree if it exits with 0 although tests failed', () => {
    expect(flags({ ...honest, own: { t: 'failed', u: 'failed' } })).toEqual([
      {
        id: 'report-disagrees',
        rule: 'exit-code',
        sentence: 'the tests exit with 0 although 2 of them failed',
      },
    ]);
    expect(rules({ base: { t: 'failed' }, own: { t: 'failed' }, exit: 0, baseExit: 1 })).toEqual([
      'report-disagrees exit-code',
    ]);
  });

  test('disagree if it exits with another code although none failed', () => {
    expect(flags({ ...honest, exit: 3 })).toEqual([
      {
        id: 'report-disagrees',
        rule: 'exit-code',
        sentence: 'the tests exit with 3 although none of them failed',
      },
    ]);
  });

  test('a failed copy explains another code', () => {
    expect(rules({ ...honest, exit: 1, control: { failed: ['t'] }, expected: ['t'] })).toEqual([]);
  });

  test('a base with failing tests does not explain another exit code', () => {
    expect(rules({ base: { t: 'failed' }, own: { t: 'passed' }, exit: 1, baseExit: 1 })).toEqual([]);
  });

  test.each([
    [
      'the base exits with 0 although its tests fail',
      { base: { t: 'failed' }, own: { t: 'failed' }, exit: 0, baseExit: 0 },
    ],
    ['the base exits with another code although none fails', { ...honest, exit: 1, baseExit: 1 }],
    ['the tests ran into their limit', { ...honest, own: { t: 'failed' }, more: { runs: [timedOut] } }],
    ['there are no results', { ...honest, exit: 1, more: { tests: missing('candidate', 'crash') } }],
    [
      'results were read from the console',
      {
        ...honest,
        more: { tests: measured({ ...aReport({ t: 'failed' }), trust: 'low-trust' as const }) },
      },
    ],
  ] satisfies [string, Said][])('say nothing if %s', (_, said) => expect(rules(said)).toEqual([]));

  test('a base whose tests hit their time limit is ignored', () => {
    const one = anEvidence('one', { t: 'failed' }, { runs: [run('test', 0)] });
    const baseline = aTree({ t: 'passed' }, { runs: [timedOut] });
    expect(raiseRunFlags(aCapture({}, [one], { baseline }), one)).toEqual([]);
  });

  test('a base without results that exits with 0 is taken to pass', () => {
    const one = anEvidence('one', { t: 'failed' }, { runs: [run('test', 0)] });
    const baseline = aTree({}, { runs: [run('test', 0)], tests: missing('not-configured', 'none') });
    expect(raiseRunFlags(aCapture({}, [one], { baseline }), one)).toHaveLength(1);
  });
});

describe('observations of the sandbox', () => {
  const tries = (kind: 'network' | 'secret-read', exit = 0): CheckRun => ({
    ...run('test', exit),
    outcome: { ...run('test', exit).outcome, attempts: [{ kind, detail: 'x' }] } as CheckRun['outcome'],
  });
  const idsOf = (own: CheckRun, base: CheckRun): readonly string[] => {
    const one = anEvidence('one', { t: 'passed' }, { runs: [own] });
    const baseline = aTree({ t: 'passed' }, { runs: [base] });
    return raiseRunFlags(aCapture({}, [one], { baseline }), one).map(({ id }) => id);
  };

  test('are reported if the base never does it', () => {
    expect(idsOf(tries('network'), run('test', 0))).toEqual(['capability-added']);
    expect(idsOf(tries('secret-read'), run('test', 0))).toEqual(['secret-touched']);
    expect(idsOf(tries('network'), tries('network'))).toEqual([]);
    expect(idsOf(run('test', 0), tries('secret-read'))).toEqual([]);
  });

  test('programs that only it starts are reported, if the base was watched', () => {
    const starts = (...programs: string[]): CheckRun => ({
      ...run('test', 0),
      outcome: { ...run('test', 0).outcome, programs } as CheckRun['outcome'],
    });
    const flagsOf = (own: CheckRun, base: CheckRun) => {
      const one = anEvidence('one', { t: 'passed' }, { runs: [own] });
      return attemptFlags(aTree({ t: 'passed' }, { runs: [base] }), one);
    };
    expect(flagsOf(starts('node', 'curl', './x'), starts('node', 'git'))).toMatchObject([
      { id: 'capability-added', rule: 'program', evidence: './x, curl' },
    ]);
    expect(flagsOf(starts('node'), starts('node', 'git'))).toEqual([]);
    expect(flagsOf(starts('curl'), run('test', 0))).toEqual([]);
    expect(flagsOf(run('test', 0), starts('node'))).toEqual([]);
  });

  test('a linter that runs on the base and not on the candidate is reported', () => {
    const report = measured({
      format: 'x',
      trust: 'structured' as const,
      errors: 0,
      warnings: 0,
      findings: [],
    });
    const baseline = aTree({}, { lint: report });
    const lost = (cause: 'candidate' | 'infrastructure') => {
      const one = anEvidence('one', {}, { lint: missing(cause, 'it crashed') });
      return raiseRunFlags(aCapture({}, [one], { baseline }), one).map(({ id }) => id);
    };
    expect(lost('candidate')).toEqual(['lint-lost']);
    expect(lost('infrastructure')).toEqual([]);
  });
});
