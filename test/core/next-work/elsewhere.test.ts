import { describe, expect, test } from 'vitest';
import { conclude } from '../../../src/core/conclude/conclude.ts';
import type { RunPolicy } from '../../../src/core/conclude/score-captured.ts';
import type { TestOutcome } from '../../../src/core/domain/check/test-report.ts';
import type { Captured } from '../../../src/core/domain/evidence/evidence.ts';
import { TrustPolicy } from '../../../src/core/domain/policy/trust-policy.ts';
import {
  type CapturedSoFar,
  endExamination,
  withAsked,
} from '../../../src/core/next-work/captured-so-far.ts';
import { nextWork } from '../../../src/core/next-work/next-work.ts';
import type { Question } from '../../../src/core/next-work/question.ts';
import { answered, anExaminee, aStart, type World } from '../../support/examination-builders.ts';
import { aPolicy } from '../../support/race-builders.ts';

const POLICY: RunPolicy = { ...aPolicy(), trust: TrustPolicy.parse({}) };

type Outcomes = Record<string, TestOutcome>;
type There = (source: string, what: string, usual: Outcomes) => Outcomes;

const usually = (source: string): Outcomes => ({
  old: source.includes('fix') ? 'passed' : 'failed',
  steady: 'passed',
  zoned: 'passed',
});

/** A run in which `there` holds the tests' results elsewhere; `what` names the run of a suspicion. */
const run = (
  there: There,
  policy = POLICY,
  flags: World['flags'] = () => [],
  isolation: Partial<Captured['isolation']> = {},
) => {
  const world: World = {
    tests: (question, what) => {
      const source = 'source' in question ? question.source : 'tree' in question ? question.tree : '';
      if (question.kind === 'control') return { old: 'failed', steady: 'failed', zoned: 'failed' };
      const away = question.kind.startsWith('elsewhere');
      return away && !what.endsWith('usual') ? there(source, what, usually(source)) : usually(source);
    },
    flags,
  };
  const asked: Question[] = [];
  const start = aStart([anExaminee('a', 'fix-a'), anExaminee('b', 'fix-b'), anExaminee('c', 'idle')]);
  let captured: CapturedSoFar = {
    ...start,
    isolation: { level: 'sandboxed', detail: '', ...isolation },
  };
  for (let work = nextWork(captured, policy); work.length > 0; work = nextWork(captured, policy)) {
    asked.push(...work);
    captured = work.reduce((seen, question) => answered(seen, question, world), withAsked(captured, work));
  }
  const ended = endExamination(captured);
  const conclusion = conclude(ended, policy, 'run');
  const flagsOf = (name: string) =>
    conclusion.rankings.find(({ agent }) => agent === name)?.flags.map(({ id }) => id);
  return { asked, captured: ended, conclusion, flagsOf };
};

const askedOf = (asked: readonly Question[], kind: Question['kind']) =>
  asked.filter((question) => question.kind === kind).map(({ candidate }) => candidate);

describe('the same tests in other surroundings', () => {
  test('are run once for the base and once for each candidate that may win', () => {
    const { asked, captured, flagsOf } = run((_, __, usual) => usual);
    expect(askedOf(asked, 'elsewhere')).toEqual(['baseline', 'a', 'b']);
    expect(askedOf(asked, 'elsewhere-again')).toEqual([]);
    expect(captured.controls).toContainEqual(expect.objectContaining({ id: 'elsewhere', state: 'applied' }));
    expect([flagsOf('a'), flagsOf('b')]).toEqual([[], []]);
  });

  test('that pass only in one place block the candidate, by name', () => {
    const { asked, conclusion, flagsOf } = run((source, _, usual) =>
      source === 'fix-a' ? { ...usual, old: 'failed' } : usual,
    );
    expect(askedOf(asked, 'elsewhere-again')).toEqual(['baseline', 'a']);
    expect([flagsOf('a'), flagsOf('b')]).toEqual([['place-dependent'], []]);
    const { reasons, gates } = conclusion.rankings.find(({ agent }) => agent === 'a')!;
    expect(gates).toEqual(['integrity']);
    expect(reasons['integrity']).toContain('1 test passes only in the place of the first run');
  });

  test('that change with clock, locale or order alone are shown, and the evidence is weak', () => {
    const { conclusion, flagsOf } = run((_, what, usual) =>
      what.endsWith('moved') ? usual : { ...usual, old: 'failed' },
    );
    expect([flagsOf('a'), flagsOf('b')]).toEqual([['surroundings-dependent'], ['surroundings-dependent']]);
    expect(conclusion.rankings[0]?.mergeable).toBe(true);
    expect(conclusion.evidence_strength?.reasons.join()).toContain('time zones');
  });

  test('that change by chance are not a suspicion', () => {
    const once: There = (source, what, usual) =>
      source === 'fix-a' && what === '' ? { ...usual, steady: 'failed' } : usual;
    expect(run(once).flagsOf('a')).toEqual([]);
  });

  test('that change on the base are not compared there, and still count if the base passes them', () => {
    const { captured, asked, flagsOf } = run((_, __, usual) => ({ ...usual, zoned: 'failed' }));
    expect(captured.elsewhere).toMatchObject({ value: { changed: ['zoned'] } });
    expect(captured.quarantined).toEqual([]);
    expect(askedOf(asked, 'elsewhere-again')).toEqual([]);
    expect(flagsOf('a')).toEqual([]);
  });

  test('that pass on the base only there show no fix', () => {
    const there: There = (source, _, usual) => (source === 'base-tree' ? { ...usual, old: 'passed' } : usual);
    expect(run(there).captured.quarantined).toEqual(['old']);
  });

  test('are compared with the place alone changed if too many of the base depend on their order', () => {
    const there: There = (source, what, usual) => {
      if (!what.endsWith('moved')) return { old: 'failed', steady: 'failed', zoned: 'failed' };
      return source === 'fix-a' ? { ...usual, old: 'failed' } : usual;
    };
    const { asked, captured, conclusion, flagsOf } = run(there);
    expect(askedOf(asked, 'elsewhere-moved')).toEqual(['baseline', 'a', 'b']);
    expect(askedOf(asked, 'elsewhere-again')).toEqual(['baseline', 'a']);
    expect([flagsOf('a'), flagsOf('b')]).toEqual([['place-dependent'], []]);
    expect(captured.quarantined).toEqual([]);
    expect(captured.controls?.filter(({ id }) => id === 'elsewhere')).toEqual([
      expect.objectContaining({ state: 'applied', reason: expect.stringContaining('at another place') }),
    ]);
    expect(conclusion.evidence_strength?.reasons.join()).not.toContain('one place');
    expect(conclusion.evidence_strength?.reasons.join()).toContain('usual order');
  });

  test('that sometimes fail with the base there are not compared', () => {
    const there: There = (source, what, usual) =>
      source === 'fix-a' || (source === 'base-tree' && what !== '') ? { ...usual, steady: 'failed' } : usual;
    const { captured, flagsOf } = run(there);
    expect(captured.quarantined).toEqual([]);
    expect(captured.controls).toContainEqual(
      expect.objectContaining({
        id: 'elsewhere',
        reason: expect.stringContaining('1 changed and are not compared there'),
      }),
    );
    expect(flagsOf('a')).toEqual([]);
  });

  test('are ignored if the base cannot run there, and the evidence is weak', () => {
    const { captured, conclusion, flagsOf } = run(() => ({}));
    expect(captured.controls).toContainEqual(
      expect.objectContaining({ id: 'elsewhere', state: 'not-applied' }),
    );
    expect(captured.quarantined).toEqual([]);
    expect(conclusion.rankings[0]?.mergeable).toBe(true);
    expect(conclusion.evidence_strength?.reasons.join()).toContain('3 of 3 tests of the base change there');
    expect(flagsOf('a')).toEqual([]);
  });

  describe('on another date', () => {
    const onDates = (there: There, varied = true) =>
      run(there, POLICY, undefined, { dates: { varied, detail: 'no compiler' } });
    const isToday = (what: string): boolean => /today|moved/.test(what);
    const dateOf = ({ captured }: ReturnType<typeof onDates>) =>
      captured.controls?.filter(({ id }) => id === 'date');

    test('that pass with another candidate on both dates block the one that passes only today', () => {
      const seen = onDates((source, what, usual) =>
        source === 'fix-a' && !isToday(what) ? { ...usual, old: 'failed' } : usual,
      );
      expect([seen.flagsOf('a'), seen.flagsOf('b')]).toEqual([['date-dependent'], []]);
      expect(seen.conclusion.rankings.find(({ agent }) => agent === 'a')?.gates).toEqual(['integrity']);
      expect(dateOf(seen)).toEqual([expect.objectContaining({ state: 'applied' })]);
    });

    test('that pass with no candidate on a later date may depend on it themselves: shown, and weak', () => {
      const seen = onDates((source, what, usual) =>
        source.startsWith('fix') && !isToday(what) ? { ...usual, old: 'failed' } : usual,
      );
      expect([seen.flagsOf('a'), seen.flagsOf('b')]).toEqual([
        ['surroundings-dependent'],
        ['surroundings-dependent'],
      ]);
      expect(seen.conclusion.evidence_strength?.reasons.join()).toContain(
        'only on the date of the first run',
      );
    });

    test('that change on the base too count for no candidate there', () => {
      const seen = onDates((_, what, usual) => (isToday(what) ? usual : { ...usual, zoned: 'failed' }));
      expect(seen.captured.elsewhere).toMatchObject({ value: { changed: ['zoned'] } });
      expect([seen.flagsOf('a'), seen.flagsOf('b')]).toEqual([[], []]);
    });

    test('are compared on the usual date if too many of the base change', () => {
      const seen = onDates((source, what, usual) => {
        if (!isToday(what)) return {};
        return source === 'fix-a' ? { ...usual, old: 'failed' } : usual;
      });
      expect(askedOf(seen.asked, 'elsewhere-today')).toEqual(['baseline', 'a', 'b']);
      expect(askedOf(seen.asked, 'elsewhere-moved')).toEqual([]);
      expect(seen.flagsOf('b')).toEqual([]);
      expect(dateOf(seen)).toEqual([
        expect.objectContaining({ state: 'not-applied', reason: expect.stringContaining('too many') }),
      ]);
    });

    test('are not requested if the date cannot be changed, and the result explains why', () => {
      const seen = onDates(() => ({}), false);
      expect(askedOf(seen.asked, 'elsewhere-today')).toEqual([]);
      const usual = onDates((_, __, same) => same, false);
      expect(dateOf(usual)).toEqual([
        expect.objectContaining({ state: 'not-applied', reason: expect.stringContaining('no compiler') }),
      ]);
    });
  });

  test('are weak evidence in a container, where the place is always the same', () => {
    const reasonsIn = (level: Captured['isolation']['level']) =>
      run((_, __, usual) => usual, POLICY, undefined, {
        level,
      }).conclusion.evidence_strength?.reasons.join() ?? '';
    expect(reasonsIn('container')).toContain('one place: in a container');
    expect(reasonsIn('sandboxed')).not.toContain('one place');
  });

  test('are not run if the policy says so', () => {
    const policy = { ...POLICY, trust: TrustPolicy.parse({ examine_elsewhere: false }) };
    expect(askedOf(run((_, __, usual) => usual, policy).asked, 'elsewhere')).toEqual([]);
  });
});

test('a candidate that its own change blocks gets the checks and nothing more', () => {
  const { asked } = run(
    (_, __, usual) => usual,
    POLICY,
    (name) => (name === 'a' ? [{ id: 'harness-patched', rule: 'made', sentence: 'It was made so.' }] : []),
  );
  const kinds = new Set(asked.filter(({ candidate }) => candidate === 'a').map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual(['change', 'checks']);
});

/** Ways to be blocked: by the change, by the checks, by the place. */
const HOSTILE: Readonly<Record<string, { readonly there?: There; readonly flags?: World['flags'] }>> = {
  'a flag of its change': {
    flags: (name) =>
      name === 'a' ? [{ id: 'harness-patched', rule: 'made', sentence: 'It was made so.' }] : [],
  },
  'tests that pass in one place only': {
    there: (source, _, usual) => (source === 'fix-a' ? { ...usual, old: 'failed' } : usual),
  },
};

test.each(Object.entries(HOSTILE))(
  'a candidate that is blocked by %s causes no more work than an honest one, except to rule out chance',
  (_, { there = (__: string, ___: string, usual: Outcomes) => usual, flags }) => {
    const { asked, conclusion } = run(there, POLICY, flags);
    expect(conclusion.rankings.find(({ agent }) => agent === 'a')?.gates).toEqual(['integrity']);
    const count = (name: string) =>
      asked.filter(({ candidate, kind }) => candidate === name && kind !== 'elsewhere-again').length;
    expect(count('a')).toBeLessThanOrEqual(count('b'));
    expect(asked.filter(({ candidate }) => candidate === 'a').length).toBeLessThanOrEqual(count('b') + 1);
  },
);
