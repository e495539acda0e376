import { describe, expect, test } from 'vitest';
import { ConventionFacts } from '../../../src/core/domain/source/convention-facts.ts';
import type { TaskOutcome } from '../../../src/core/domain/experiment/experiment-facts.ts';
import { type Cause, measured, missing } from '../../../src/core/domain/measured.ts';
import { BENCHMARK_MODEL } from '../../../src/core/score/benchmark/model.ts';
import { readVote } from '../../../src/core/score/benchmark/read-vote.ts';
import { scoreEfficiency } from '../../../src/core/score/benchmark/score-efficiency.ts';
import { scoreFunctional } from '../../../src/core/score/benchmark/score-functional.ts';
import { scoreHumanLike } from '../../../src/core/score/benchmark/score-human-like.ts';
import { scoreQuality } from '../../../src/core/score/benchmark/score-quality.ts';
import { scoreSecurity } from '../../../src/core/score/benchmark/score-security.ts';
import { CONVENTION_MODEL } from '../../../src/core/score/convention/model.ts';
import { scoreExecSignals } from '../../../src/core/score/convention/score-exec-signals.ts';
import { scoreIdentifierMatch } from '../../../src/core/score/convention/score-identifier-match.ts';
import { EXPERIMENT_MODEL, scoreTask } from '../../../src/core/score/experiment/model.ts';
import { findLeaders } from '../../../src/core/conclude/find-leaders.ts';
import { RACE_MODEL } from '../../../src/core/conclude/score-candidate.ts';
import { scoreBuild } from '../../../src/core/dimensions/build/score-build.ts';
import { scoreCost } from '../../../src/core/dimensions/cost/score-cost.ts';
import { scoreDiffScope } from '../../../src/core/dimensions/diff-scope/score-diff-scope.ts';
import { scoreLint } from '../../../src/core/dimensions/lint/score-lint.ts';
import { scoreSpeed } from '../../../src/core/dimensions/speed/score-speed.ts';
import { scoreTests } from '../../../src/core/dimensions/tests/score-tests.ts';
import { aBaseline, aCandidate, aDiff, aPolicy, builds, lints } from '../../support/race-builders.ts';

/** Absent for a reason unique to this test: it must come out unchanged, whoever caused it. */
const CAUSES: readonly Cause[] = ['not-configured', 'infrastructure', 'candidate'];
const nobodys = (reason: string) => missing('not-configured', reason);
const tally = (passed: number, total: number) => measured({ passed, total });

test('every model has its name and version', () => {
  expect([RACE_MODEL, BENCHMARK_MODEL, EXPERIMENT_MODEL, CONVENTION_MODEL]).toEqual(
    ['race', 'benchmark', 'experiment', 'convention'].map((id) => ({ id, version: '1.0.0' })),
  );
});

describe.each(CAUSES)('absent, by %s', (cause) => {
  const gone = missing(cause, `gone by ${cause}`);

  test('functional keeps what is absent of tests, to fix or to keep', () => {
    const [toFix, toKeep] = [tally(1, 1), tally(1, 1)];
    const of = (fail_to_pass: typeof toFix | typeof gone, pass_to_pass: typeof toFix | typeof gone) =>
      scoreFunctional({ tests: measured({ fail_to_pass, pass_to_pass }) });
    expect(scoreFunctional({ tests: gone })).toEqual(gone);
    expect(of(gone, toKeep)).toEqual(gone);
    expect(of(toFix, gone)).toEqual(gone);
    expect(of(toFix, toKeep)).toEqual(measured(1));
  });

  test('quality and security as a whole', () => {
    expect(scoreQuality({ quality: gone })).toEqual(gone);
    expect(scoreSecurity({ security: gone })).toEqual(gone);
  });

  test('execution signals: failed first, then passed, then lint, then types', () => {
    const clean = {
      lint_errors: measured(0),
      type_errors: measured(0),
      tests_passed: measured(3),
      tests_failed: measured(0),
    };
    const of = (said: object) => scoreExecSignals({ exec: measured({ ...clean, ...said }) });
    expect(scoreExecSignals({ exec: gone })).toEqual(gone);
    for (const name of Object.keys(clean)) expect(of({ [name]: gone }), name).toEqual(gone);
    expect(of({ tests_failed: measured(1), tests_passed: gone })).toEqual(measured(0.2));
    expect(of({ type_errors: gone, lint_errors: measured(1) })).toEqual(measured(0.6));
  });

  test('identifiers, glossary and casing', () => {
    const known = ConventionFacts.parse({
      identifiers: [{ name: 'orderId', kind: 'variable' }],
      glossary: ['orderId'],
      casing: { variable: 'camelCase' },
    });
    expect(scoreIdentifierMatch(known)).toEqual(measured(1));
    for (const name of ['identifiers', 'glossary', 'casing'])
      expect(scoreIdentifierMatch({ ...known, [name]: gone }), name).toEqual(gone);
    const nothing = { ...known, identifiers: measured([]), glossary: gone, casing: gone };
    expect(scoreIdentifierMatch(nothing)).toEqual(measured(1));
  });

  test('tests, the diff, the build and lint of a race', () => {
    const policy = aPolicy();
    expect(scoreTests({ tests: gone, policy })).toEqual(gone);
    expect(scoreDiffScope({ candidate: aCandidate({ diff: gone }), policy })).toEqual(gone);
    const baseline = aBaseline({ build: gone, lint: gone });
    const candidate = aCandidate({ build: builds(true), lint: lints(0, 0) });
    // No candidate is measured by anything that the base lacks.
    const absent = { known: false, reason: expect.stringContaining(gone.reason) };
    expect(scoreBuild({ candidate, baseline, policy })).toMatchObject(absent);
    expect(scoreLint({ candidate, baseline })).toMatchObject(absent);
  });

  test('speed and cost never count against any candidate', () => {
    const [policy, successful] = [aPolicy({ weights: { cost: 10 } }), true];
    const priced = aCandidate({ durationMs: measured(5), costUsd: measured(5) });
    const leaders = findLeaders([priced]);
    const candidate = aCandidate({ durationMs: gone, costUsd: gone });
    const inactive = nobodys(gone.reason);
    expect(scoreSpeed({ candidate, leaders, successful, policy })).toEqual(inactive);
    expect(scoreCost({ candidate, leaders, successful, policy })).toEqual(inactive);
    const nobody = { fastestMs: gone, cheapestUsd: gone };
    expect(scoreSpeed({ candidate: priced, leaders: nobody, successful, policy })).toEqual(inactive);
    expect(scoreCost({ candidate: priced, leaders: nobody, successful, policy })).toEqual(inactive);
  });

  test('unavailable judges cost the metric alone', () => {
    expect(scoreHumanLike({ judges: gone })).toEqual({ score: nobodys(gone.reason), votes: 0, notes: [] });
  });
});

describe('the sentence of each absence', () => {
  const severities = { critical: 0, high: measured(0), medium: measured(0), low: measured(0) };

  test.each(['high', 'medium', 'low'])('%s findings that were not counted', (severity) => {
    const lost = missing('infrastructure', `${severity} lost`);
    const security = measured(new Map([['go', measured({ ...severities, [severity]: lost })]]));
    expect(scoreSecurity({ security })).toEqual(lost);
  });

  test.each(['violations', 'changed_loc', 'cc', 'mi'])('%s of a language that was not counted', (part) => {
    const lost = missing('infrastructure', `${part} lost`);
    const facts = { violations: measured(0), changed_loc: measured(5), cc: measured(1), mi: measured(100) };
    const quality = measured(new Map([['go', measured({ ...facts, [part]: lost })]]));
    expect(scoreQuality({ quality })).toEqual(lost);
  });

  test('nothing measured, no line changed, no language analysed', () => {
    const empty = nobodys('no tool');
    const none = { violations: empty, changed_loc: empty, cc: empty, mi: empty };
    const of = (facts: object) =>
      scoreQuality({ quality: measured(new Map([['go', measured({ ...none, ...facts })]])) });
    expect(of({})).toEqual(nobodys('no tool'));
    expect(of({ violations: measured(0), changed_loc: measured(0) })).toEqual(
      nobodys('no line was changed; no tool'),
    );
    expect(scoreQuality({ quality: measured(new Map()) })).toEqual(nobodys('no language was analysed'));
    expect(scoreSecurity({ security: measured(new Map()) })).toEqual(nobodys('no language was analysed'));
  });

  test('the rest of the benchmark', () => {
    const tests = measured({ fail_to_pass: tally(0, 0), pass_to_pass: tally(1, 1) });
    expect(scoreFunctional({ tests })).toEqual(nobodys('the task has no fail_to_pass tests'));
    expect(scoreEfficiency({ tokens: nobodys('a'), steps: nobodys('b') })).toEqual(
      nobodys('tokens are not known: a'),
    );
    expect(scoreHumanLike({ judges: measured([]) }).score).toEqual(nobodys('no judge was asked'));
    const silent = scoreHumanLike({ judges: measured([{ persona: 'a', reply: measured('') }]) });
    expect(silent.score).toEqual(nobodys('no judge gave a valid vote'));
  });

  test('votes', () => {
    expect(readVote('no opinion')).toEqual(nobodys('the reply has no score'));
    expect(readVote('{"score": 101}')).toEqual(nobodys('the score is not a number from 0 to 100'));
    expect(readVote('{'.repeat(300_000))).toEqual(nobodys('the reply is too tangled to search for a score'));
    // Only the sum is too large: one long object is read to its end.
    expect(readVote(`{"a": "${'x'.repeat(1_500_000)}", "score": 5}`)).toEqual(measured(0.05));
    expect(readVote('[{"score": 5}]')).toEqual(measured(0.05));
    expect(readVote('{"a": "{"} "score": 7')).toEqual(measured(0.07));
    expect(readVote('"score":\n 2.50')).toEqual(measured(0.025));
    expect(readVote('"score": 2E+1')).toEqual(measured(0.2));
    expect(readVote('"score": 200e-1')).toEqual(measured(0.2));
    expect(readVote('{"score": 5 "score": 12.75')).toEqual(measured(0.05));
  });

  test('a race', () => {
    const priced = aCandidate({ durationMs: measured(5), costUsd: measured(5) });
    expect(findLeaders([])).toEqual({
      fastestMs: nobodys('no candidate passed every gate'),
      cheapestUsd: nobodys('no candidate passed every gate'),
    });
    expect(findLeaders([aCandidate({ agent: 'b' }), aCandidate({ agent: 'a' }), priced])).toEqual({
      fastestMs: nobodys('the duration of a, which passed every gate, is unknown: speed is not scored'),
      cheapestUsd: nobodys('the cost of a, which passed every gate, is unknown: speed counts instead'),
    });
    expect(findLeaders([aCandidate()]).fastestMs).toEqual(
      nobodys('no successful candidate has a known duration'),
    );
    const policy = aPolicy({ weights: { cost: 10 }, speed_of_failed: 'drop' });
    const failed = { candidate: priced, leaders: findLeaders([priced]), successful: false, policy };
    expect(scoreSpeed(failed)).toEqual(
      nobodys('the policy drops the speed of a candidate that failed a gate'),
    );
    expect(scoreCost(failed)).toEqual(nobodys('the policy drops the cost of a candidate that failed a gate'));
    expect(scoreSpeed({ ...failed, successful: true })).toEqual(measured(100));
  });

  test('an empty diff, or one at the very limits', () => {
    const policy = aPolicy({ diff_scope: { max_churn_soft: 1, max_files_soft: 1 } });
    const at = (said: object) => scoreDiffScope({ candidate: aCandidate({ diff: aDiff(said) }), policy });
    expect(at({ files: [] })).toEqual(nobodys('an empty diff has no scope'));
    expect(at({ files: [], removed: 1 })).toEqual(measured(100));
    expect(at({ files: [], added: 1 })).toEqual(measured(100));
    expect(at({ added: 1, removed: 1 })).toEqual(measured(75));
    expect(at({ added: 2, removed: 1 })).toEqual(measured(50));
    expect(at({ added: 9 })).toEqual(measured(50));
  });
});

describe('a task of an experiment', () => {
  const outcome = (said: Partial<TaskOutcome> = {}): TaskOutcome => ({
    task: 'parse',
    objective: tally(1, 2),
    judge: nobodys('no judge'),
    cost: {},
    ...said,
  });

  test('both sides known', () => {
    expect(scoreTask(outcome(), outcome({ objective: tally(2, 2), judge: nobodys('none either') }))).toEqual({
      pair: {
        task: 'parse',
        objective: measured({ baseline: { passed: 1, total: 2 }, candidate: { passed: 2, total: 2 } }),
        composite: measured({ baseline: 0.5, candidate: 1 }),
      },
      notes: [],
    });
  });

  test('judged on both sides', () => {
    const { pair, notes } = scoreTask(outcome({ judge: measured(1) }), outcome({ judge: measured(0) }));
    expect(pair.composite).toEqual(measured({ baseline: 0.7, candidate: 0.3 }));
    expect(notes).toEqual([]);
  });

  test.each([
    ['baseline', outcome({ judge: measured(1) }), outcome()],
    ['candidate', outcome(), outcome({ judge: measured(1) })],
  ])('judged only as the %s', (side, baseline, candidate) => {
    const { pair, notes } = scoreTask(baseline, candidate);
    expect(pair.composite).toEqual(measured({ baseline: 0.5, candidate: 0.5 }));
    expect(notes).toEqual([`parse: only the ${side} was judged, so the judge is left out`]);
  });

  test.each(CAUSES)('an objective that is not known, by %s', (cause) => {
    const lost = outcome({ objective: missing(cause, 'lost') });
    const ofBaseline = missing(cause, "the baseline's objective: lost");
    expect(scoreTask(lost, outcome()).pair).toMatchObject({ objective: ofBaseline, composite: ofBaseline });
    const ofCandidate = missing(cause, "the candidate's objective: lost");
    expect(scoreTask(outcome(), lost).pair).toMatchObject({ objective: ofCandidate, composite: ofCandidate });
  });

  test('a composite that is not a number, on either side, is not a fault of the other', () => {
    const broken = outcome({ judge: measured(Number.NaN) });
    const sound = outcome({ judge: measured(1) });
    const absent = missing('candidate', 'the composite is not a finite number');
    expect(scoreTask(broken, sound).pair.composite).toEqual(absent);
    expect(scoreTask(sound, broken).pair.composite).toEqual(absent);
  });

  test('the cost counts for the candidate alone', () => {
    const { pair } = scoreTask(outcome({ cost: { tokens: 100 } }), outcome({ cost: { tokens: 50 } }));
    expect(pair.composite).toEqual(measured({ baseline: 0.5, candidate: 0.55 }));
  });
});
