import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measured, type Measured } from '../../../src/core/domain/measured.ts';
import type { RaceFacts } from '../../../src/core/domain/run/race-facts.ts';
import { findLeaders } from '../../../src/core/conclude/find-leaders.ts';
import { scoreCandidate } from '../../../src/core/conclude/score-candidate.ts';
import { scoreCost } from '../../../src/core/dimensions/cost/score-cost.ts';
import { scoreSpeed } from '../../../src/core/dimensions/speed/score-speed.ts';
import { aBaseline, aCandidate, aPolicy, unsaid } from '../../support/race-builders.ts';

const took = (ms: number): RaceFacts => aCandidate({ durationMs: measured(ms) });
const paid = (usd: number): RaceFacts => aCandidate({ costUsd: measured(usd) });
const reason = (score: Measured<number>): string => (score.known ? 'known' : score.reason);
const drop = aPolicy({ speed_of_failed: 'drop' });

describe('scoreSpeed', () => {
  const score = (candidate: RaceFacts, field: RaceFacts[], successful = true, policy = aPolicy()) =>
    scoreSpeed({ candidate, leaders: findLeaders(field), successful, policy });

  test('is relative to the fastest that passed every gate', () => {
    expect(score(took(200), [took(100), took(200)])).toEqual(measured(50));
    expect(score(took(50), [took(100)], false)).toEqual(measured(100));
  });

  test('has a reason for every absence', () => {
    expect(reason(score(took(100), []))).toBe('no candidate passed every gate');
    expect(reason(score(took(0), [took(100)]))).toBe('the duration is not positive');
    expect(reason(score(aCandidate(), [took(100)]))).toBe('not said');
    expect(reason(score(took(100), [aCandidate(), took(0)]))).toBe(
      'no successful candidate has a known duration',
    );
    expect(reason(score(took(100), [took(100)], false, drop))).toMatch(/drops the speed/);
  });

  test('the policy drops the speed of failed candidates only', () => {
    expect(score(took(100), [took(100)], true, drop)).toEqual(measured(100));
  });

  test('stays in 0..100, and slower is never better', () => {
    const ms = fc.double({ min: Number.MIN_VALUE, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(ms, ms, fc.array(ms, { minLength: 1 }), (left, right, field) => {
        const at = (own: number) => {
          const result = score(took(own), field.map(took));
          return result.known ? result.value : Number.NaN;
        };
        const [fast, slow] = [at(Math.min(left, right)), at(Math.max(left, right))];
        return slow >= 0 && fast <= 100 && slow <= fast;
      }),
    );
  });
});

describe('scoreCost', () => {
  const policy = aPolicy({ weights: { cost: 10 } });
  const score = (candidate: RaceFacts, field: RaceFacts[], successful = true, of = policy) =>
    scoreCost({ candidate, leaders: findLeaders(field), successful, policy: of });

  test('is the cheapest success divided by the candidate’s own price', () => {
    expect(score(paid(4), [paid(1), paid(4)])).toEqual(measured(25));
    expect(score(paid(0), [paid(0), paid(2)])).toEqual(measured(100));
    expect(score(paid(2), [paid(0), paid(2)])).toEqual(measured(0));
    expect(score(paid(0.5), [paid(1)], false)).toEqual(measured(100));
  });

  test('one success without a price, and speed stays', () => {
    const leaders = findLeaders([paid(1), aCandidate({ agent: 'free-rider' })]);
    expect(reason(leaders.cheapestUsd)).toBe(
      'the cost of free-rider, which passed every gate, is unknown: speed counts instead',
    );
    const speedOf = (known: typeof leaders, { weights } = policy) => {
      const candidate = aCandidate({ durationMs: measured(5), costUsd: measured(1) });
      const input = {
        candidate,
        baseline: aBaseline(),
        tests: unsaid,
        leaders: known,
        successful: true,
        policy,
      };
      return scoreCandidate(input, weights).reasons['speed'];
    };
    const [priced, replaced] = [findLeaders([paid(1)]), 'cost per success replaces speed'];
    expect(speedOf(leaders)).not.toBe(replaced);
    expect(speedOf(priced)).toBe(replaced);
    expect(speedOf(priced, aPolicy())).not.toBe(replaced);
  });

  test('has a reason for every absence', () => {
    expect(reason(score(paid(1), []))).toBe('no candidate passed every gate');
    expect(score(aCandidate(), [paid(1)], false)).toEqual(unsaid);
    const dropping = aPolicy({ weights: { cost: 10 }, speed_of_failed: 'drop' });
    expect(reason(score(paid(1), [paid(1)], false, dropping))).toMatch(/drops the cost/);
  });

  test('stays in 0..100, and more expensive is never better', () => {
    const usd = fc.double({ min: 0, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(usd, usd, fc.array(usd, { minLength: 1 }), (left, right, field) => {
        const at = (own: number) => {
          const result = score(paid(own), field.map(paid));
          return result.known ? result.value : Number.NaN;
        };
        const [cheap, dear] = [at(Math.min(left, right)), at(Math.max(left, right))];
        return dear >= 0 && cheap <= 100 && dear <= cheap;
      }),
    );
  });
});
