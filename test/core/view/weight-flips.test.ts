import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { conclude, decideByWeights } from '../../../src/core/conclude/conclude.ts';
import type { RunPolicy } from '../../../src/core/conclude/score-captured.ts';
import type { TestOutcome } from '../../../src/core/domain/check/test-report.ts';
import type { Captured } from '../../../src/core/domain/evidence/evidence.ts';
import { measured, missing } from '../../../src/core/domain/measured.ts';
import { Weights } from '../../../src/core/domain/policy/race-policy.ts';
import { TrustPolicy } from '../../../src/core/domain/policy/trust-policy.ts';
import { searchFlips } from '../../../src/core/view/weight-flips.ts';
import { aCapture, anEvidence } from '../../support/evidence-builders.ts';
import { aPolicy } from '../../support/race-builders.ts';

const BASE: Record<string, TestOutcome> = { old: 'failed', steady: 'passed' };
const FIXED: Record<string, TestOutcome> = { old: 'passed', steady: 'passed' };
const POLICY: RunPolicy = { ...aPolicy(), trust: TrustPolicy.parse({}) };

type Made = {
  readonly ms: number;
  readonly lines: number;
  readonly warnings: number | null;
  readonly fixes: boolean;
};

const lintOf = (warnings: number | null) =>
  warnings === null
    ? missing('infrastructure', 'the linter was killed')
    : measured({
        format: 'eslint-json',
        trust: 'structured' as const,
        errors: 0,
        warnings,
        findings: Array.from({ length: warnings }, (_, at) => ({
          file: 'src/a.js',
          line: at + 1,
          rule: 'a-rule',
          severity: 'warning' as const,
          message: `finding ${at}`,
        })),
      });

const fieldOf = (made: readonly Made[], said: Partial<Captured> = {}): Captured => {
  const captured = aCapture(
    BASE,
    made.map(({ ms, lines, warnings, fixes }, at) => {
      const one = anEvidence(`c${at}`, fixes ? FIXED : BASE, { lint: lintOf(warnings) });
      const diff = {
        files: [],
        added: lines,
        removed: 0,
        effectiveAdded: lines,
        effectiveRemoved: 0,
        effect: true,
      };
      return {
        ...one,
        candidate: { ...one.candidate, provenance: { status: 'completed' as const, duration_ms: ms } },
        diff: measured(diff),
      };
    }),
    said,
  );
  return { ...captured, baseline: { ...captured.baseline, lint: lintOf(0) } };
};

const someMade = fc.array(
  fc.record({
    ms: fc.integer({ min: 1, max: 9000 }),
    lines: fc.integer({ min: 1, max: 900 }),
    warnings: fc.option(fc.integer({ min: 0, max: 4 }), { nil: null, freq: 8 }),
    fixes: fc.boolean(),
  }),
  { minLength: 2, maxLength: 5 },
);
const someWeights = fc.record({
  build: fc.constantFrom(0, 30),
  tests: fc.constantFrom(0, 5, 80),
  lint: fc.constantFrom(0, 1, 60),
  diff_scope: fc.constantFrom(0, 15, 90),
  speed: fc.constantFrom(0, 10, 70),
});

test('decisions under other weights match conclude, requested once or many times', () => {
  fc.assert(
    fc.property(
      someMade,
      fc.array(someWeights, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      (made, all, earlier) => {
        const whole = fieldOf(made);
        const { controls: _, ...rest } = whole;
        const captured: Captured = earlier ? rest : whole;
        const decider = decideByWeights(captured, POLICY, 'run');
        for (const asked of all) {
          const weights = Weights.parse(asked);
          const fresh = conclude(captured, { ...POLICY, weights }, 'run');
          expect(decider.winner(weights)).toBe(fresh.winner);
          expect(decider.conclude(weights)).toEqual(fresh);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('a range ends where another candidate wins: between a small slow change and a large fast one', () => {
  const small = { ms: 20, lines: 1, warnings: 0, fixes: true };
  const fast = { ms: 10, lines: 8000, warnings: 0, fixes: true };
  const { controls: _, ...captured } = fieldOf([small, fast]);
  const { winner, dimensions: searches } = searchFlips(
    decideByWeights(captured, POLICY, 'run'),
    POLICY.weights,
  );
  const dimensions = searches.map((search) => {
    const steps = search();
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    return step.value;
  });
  expect(winner).toBe('c0');
  const speed = dimensions.find(({ key }) => key === 'speed');
  expect(speed?.ranges.map((range) => range.winner)).toEqual(['c0', 'c1']);
  const flip = speed?.ranges[1]?.from ?? 0;
  const { winner: winnerWith } = decideByWeights(captured, POLICY, 'run');
  const at = (weight: number) => winnerWith(Weights.parse({ ...POLICY.weights, speed: weight }));
  expect([at(flip - 1), at(flip + 1)]).toEqual(['c0', 'c1']);
  expect(dimensions.find(({ key }) => key === 'build')?.ranges).toHaveLength(1);
});
