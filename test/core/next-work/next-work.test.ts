import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conclude } from '../../../src/core/conclude/conclude.ts';
import { scoreCaptured, type RunPolicy } from '../../../src/core/conclude/score-captured.ts';
import type { TestOutcome } from '../../../src/core/domain/check/test-report.ts';
import type { CheckRun } from '../../../src/core/domain/evidence/evidence.ts';
import type { Flag } from '../../../src/core/domain/flags/flag.ts';
import { missing } from '../../../src/core/domain/measured.ts';
import { TrustPolicy } from '../../../src/core/domain/policy/trust-policy.ts';
import {
  type CapturedSoFar,
  endExamination,
  withAsked,
} from '../../../src/core/next-work/captured-so-far.ts';
import { examiners, noteExaminers, withinTime } from '../../../src/core/next-work/cross.ts';
import { passingExcept } from '../../../src/core/next-work/may-win.ts';
import { nextWork } from '../../../src/core/next-work/next-work.ts';
import { type Question, questionKey } from '../../../src/core/next-work/question.ts';
import { answered, anExaminee, aStart, type World } from '../../support/examination-builders.ts';
import { aPolicy } from '../../support/race-builders.ts';

const POLICY: RunPolicy = { ...aPolicy(), trust: TrustPolicy.parse({}) };
const BLOCKING: Flag = { id: 'harness-tampered', rule: 'test', sentence: 'It writes the report itself.' };
const MOST_ROUNDS = 20;

type Round = { readonly before: CapturedSoFar; readonly work: readonly Question[] };

/** Every round of a run in this world, and what it ends with. */
const gather = (start: CapturedSoFar, world: World, policy: RunPolicy = POLICY) => {
  const rounds: Round[] = [];
  let captured = start;
  for (;;) {
    const work = nextWork(captured, policy);
    if (work.length === 0) return { rounds, captured };
    rounds.push({ before: captured, work });
    if (rounds.length > MOST_ROUNDS) throw new Error('it never ends');
    captured = work.reduce((seen, question) => answered(seen, question, world), withAsked(captured, work));
  }
};

const kindsOf = (rounds: readonly Round[]): readonly (readonly string[])[] =>
  rounds.map(({ work }) => [...new Set(work.map(({ kind }) => kind))]);
const asked = <K extends Question['kind']>(rounds: readonly Round[], kind: K) =>
  rounds.flatMap(({ work }) =>
    work.filter((each): each is Extract<Question, { kind: K }> => each.kind === kind),
  );

/** `old` fails on the base; sources fix it, break `steady`, or do neither, as their names say. */
const plainWorld = (said: Partial<World> = {}): World => ({
  tests: (question, what) => {
    const source = 'source' in question ? question.source : 'tree' in question ? question.tree : '';
    if (question.kind === 'control' || (question.kind === 'control-again' && what === 'changed'))
      return { old: 'failed', steady: 'failed' };
    if (question.kind === 'own-tests')
      return Object.fromEntries(
        question.files.map((file) => [
          file.replace('.test.js', ''),
          what === 'own' && file !== 'steady.test.js' ? 'passed' : ('failed' as TestOutcome),
        ]),
      );
    if (question.kind === 'cross' || question.kind === 'cross-alone')
      return { [question.author]: source.includes('half') ? 'failed' : 'passed' };
    return {
      old: source.includes('fix') ? 'passed' : 'failed',
      steady: source.includes('break') ? 'failed' : 'passed',
    };
  },
  flags: () => [],
  ...said,
});

describe('the work requested', () => {
  test('of a field without tests of its own: checks, the comparison of the base, the control', () => {
    const start = aStart([anExaminee('a', 'fix-a'), anExaminee('b', 'fix-b')], {
      control: { files: ['steady.test.js'] },
    });
    const { rounds, captured } = gather(start, plainWorld());
    expect(kindsOf(rounds)).toEqual([['checks', 'change'], ['base-repeat'], ['control'], ['elsewhere']]);
    expect(asked(rounds, 'checks').map(({ source }) => source)).toEqual(['base-tree', 'fix-a', 'fix-b']);
    expect(asked(rounds, 'control').map(({ candidate, fixed }) => [candidate, fixed])).toEqual([
      ['baseline', []],
      ['a', ['old']],
      ['b', ['old']],
    ]);
    expect(asked(rounds, 'control')[0]?.files).toEqual(['steady.test.js', 'old.test.js']);
    expect(captured.control).toMatchObject({ expected: ['steady'] });
    expect(captured.evidence[0]?.controlled?.first.changed.failed).toEqual(['old', 'steady']);
  });

  test('a control that passes is run again next to its originals, and counts only then', () => {
    const plain = plainWorld();
    const tests: World['tests'] = (question, what) =>
      (question.kind === 'control' && question.candidate === 'a') ||
      (question.kind === 'control-again' && (what === 'original' || question.candidate === 'a'))
        ? { old: 'passed', steady: 'passed' }
        : plain.tests(question, what);
    const start = aStart([anExaminee('a', 'fix-a'), anExaminee('b', 'fix-b')], {
      control: { files: ['steady.test.js'] },
    });
    const { rounds, captured } = gather(start, { ...plain, tests });
    expect(asked(rounds, 'control-again').map(({ candidate }) => candidate)).toEqual(['a']);
    const { rankings } = conclude(captured, POLICY, 'run');
    expect(rankings.map(({ agent, flags }) => [agent, flags.map(({ id }) => id)])).toEqual([
      ['b', []],
      ['a', ['harness-tampered']],
    ]);
    expect(captured.evidence.flatMap(({ runs }) => runs)).toEqual([]);
  });

  test('candidates that cannot win have no control', () => {
    const start = aStart([anExaminee('a', 'fix-a'), anExaminee('b', 'fix-break')], {
      control: { files: ['steady.test.js'] },
    });
    const { rounds } = gather(start, plainWorld());
    expect(asked(rounds, 'control').map(({ candidate }) => candidate)).toEqual(['baseline', 'a']);
  });

  test('equal sources are checked once, and a candidate equal to the base not at all', () => {
    const examinees = [
      anExaminee('a', 'fix'),
      anExaminee('b', 'fix', ['b.test.js']),
      anExaminee('idle', 'base-tree'),
    ];
    const { rounds, captured } = gather(aStart(examinees), plainWorld());
    expect(asked(rounds, 'checks').map(({ source }) => source)).toEqual(['base-tree', 'fix']);
    expect(asked(rounds, 'own-tests').map(({ candidate }) => candidate)).toEqual(['b']);
    expect(captured.evidence.map(({ tests }) => tests.known)).toEqual([true, true, true]);
  });

  test('broken tests once more, in their own files', () => {
    const { rounds, captured } = gather(aStart([anExaminee('a', 'fix-break')]), plainWorld());
    expect(asked(rounds, 'confirm')).toEqual([
      {
        kind: 'confirm',
        candidate: 'a',
        source: 'fix-break',
        broken: ['steady'],
        files: ['steady.test.js'],
      },
    ]);
    expect(captured.quarantined).toEqual([]);
  });

  describe('a broken test that passes the second time', () => {
    const steadyOnBase = (outcome: TestOutcome) => {
      const plain = plainWorld();
      const tests: World['tests'] = (question, what) => {
        if (question.kind === 'confirm') return { steady: 'passed' };
        if (question.kind === 'base-unsteady') return { steady: what === 'second' ? outcome : 'passed' };
        return plain.tests(question, what);
      };
      const examinees = [anExaminee('a', 'fix-break'), anExaminee('b', 'fix-b')];
      return gather(aStart(examinees), { ...plain, tests });
    };

    test('counts for no candidate if it fails on the base too', () => {
      const { captured } = steadyOnBase('failed');
      expect(captured.quarantined).toEqual(['steady']);
      expect(conclude(captured, POLICY, 'run').rankings.map(({ mergeable }) => mergeable)).toEqual([
        true,
        true,
      ]);
    });

    test('counts against its candidate alone if the base is steady', () => {
      const { rounds, captured } = steadyOnBase('passed');
      expect(asked(rounds, 'base-unsteady')).toMatchObject([
        { tests: ['steady'], files: ['steady.test.js'] },
      ]);
      expect(captured.quarantined).toEqual([]);
      expect(captured.evidence.map(({ unsteady }) => unsteady)).toEqual([['steady'], undefined]);
      const { winner, rankings } = conclude(captured, POLICY, 'run');
      expect([winner, rankings[1]?.gates]).toEqual(['b', ['tests']]);
    });
  });

  test('a test that is absent is run once more as well', () => {
    const plain = plainWorld();
    const tests: World['tests'] = (question, what) =>
      question.kind === 'checks' && question.candidate === 'a'
        ? { old: 'passed' }
        : plain.tests(question, what);
    const { rounds } = gather(aStart([anExaminee('a', 'fix-a')]), { ...plain, tests });
    expect(asked(rounds, 'confirm')).toMatchObject([{ broken: ['steady'], files: ['steady.test.js'] }]);
  });

  test('more broken tests than could be flaky are not run again', () => {
    const many = (outcome: TestOutcome) =>
      Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`t${at}`, outcome]));
    const tests: World['tests'] = (question) =>
      many('source' in question && question.source === 'breaks-all' ? 'failed' : 'passed');
    const { rounds } = gather(aStart([anExaminee('a', 'breaks-all')]), plainWorld({ tests }));
    expect(asked(rounds, 'confirm')).toEqual([]);
  });

  test('every contender runs the proven tests of every other, and failures are run alone', () => {
    const examinees = [
      anExaminee('a', 'fix-a', ['a.test.js']),
      anExaminee('b', 'fix-half', ['b.test.js']),
      anExaminee('broken', 'fix-break', ['c.test.js']),
    ];
    const { rounds, captured } = gather(aStart(examinees), plainWorld());
    const pairs = (kind: 'cross' | 'cross-alone') =>
      asked(rounds, kind).map(({ candidate, author }) => [candidate, author]);
    expect(pairs('cross')).toEqual([
      ['a', 'b'],
      ['b', 'a'],
    ]);
    expect(pairs('cross-alone')).toEqual([['b', 'a']]);
    expect(captured.evidence.map(({ matrix }) => matrix?.cross.map(({ author }) => author))).toEqual([
      ['b'],
      ['a'],
      [],
    ]);
  });

  describe('data of tests that a candidate changes', () => {
    const withData = (name: string, source: string) => {
      const one = anExaminee(name, source);
      return { ...one, tree: `${source}+data`, pinned: { ...one.pinned, apart: ['test/rows.json'] } };
    };
    const start = (readers: readonly string[], ...sources: readonly string[]) => {
      const examinees = sources.map((source, at) => withData('abc'.charAt(at), source));
      return aStart([...examinees, anExaminee('bare', 'fix-bare')], {
        testFiles: new Map(examinees.map(({ tree }) => [tree, []])),
        testData: new Map(examinees.map(({ tree }) => [tree, { readers }])),
      });
    };
    /** `new` needs the data; `steady` fails once with it on the base; `dated` has another id in every run. */
    const world = (again: TestOutcome = 'passed'): World =>
      plainWorld({
        tests: (question, what) => {
          switch (question.kind) {
            case 'data-tests':
            case 'own-tests':
              return what === 'own'
                ? { old: 'passed', steady: 'passed', new: 'passed', dated: 'passed' }
                : { old: 'failed', steady: 'failed', new: 'failed' };
            case 'data-again':
              return { steady: again };
            case 'cross':
            case 'cross-alone':
              return { new: 'passed', steady: 'passed' };
            default:
              return plainWorld().tests(question, what);
          }
        },
      });

    test('all tests run with it if no test file names it; a base test that fails by chance is not proven', () => {
      const { rounds, captured } = gather(start([], 'fix-a'), world());
      expect(asked(rounds, 'own-tests')).toEqual([]);
      expect(asked(rounds, 'data-tests').map(({ candidate }) => candidate)).toEqual(['a']);
      expect(asked(rounds, 'data-again')).toMatchObject([{ ids: ['steady'], files: ['steady.test.js'] }]);
      const { matrix } = captured.evidence[0]!;
      expect(matrix).toMatchObject({
        proven: ['new'],
        provenIn: ['new.test.js', 'steady.test.js'],
        proof: { value: { failed: ['new'] } },
      });
      expect(asked(rounds, 'cross')).toMatchObject([
        { candidate: 'bare', files: ['new.test.js', 'steady.test.js'] },
      ]);
      expect(captured.evidence[1]?.matrix?.cross).toMatchObject([{ tests: { value: { passed: ['new'] } } }]);
      expect(asked(rounds, 'elsewhere').find(({ candidate }) => candidate === 'a')?.own).toContain(
        'new.test.js',
      );
    });

    test('a base test that fails there twice checks more with it, and is proven', () => {
      const { captured } = gather(start([], 'fix-a'), world('failed'));
      expect(captured.evidence[0]?.matrix?.proven).toEqual(['new', 'steady']);
    });

    test('only test files that name it run otherwise', () => {
      const { rounds, captured } = gather(start(['new.test.js'], 'fix-a'), world());
      expect(asked(rounds, 'own-tests').map(({ files }) => files)).toEqual([['new.test.js']]);
      expect(asked(rounds, 'data-tests')).toEqual([]);
      expect(captured.evidence[0]?.matrix).toMatchObject({ proven: ['new'], provenIn: ['new.test.js'] });
    });

    test('a candidate that leaves the source alone proves nothing, and does not run', () => {
      expect(asked(gather(start([], 'base-tree'), world()).rounds, 'data-tests')).toEqual([]);
    });

    test('a test that the source brings by itself is not proven by data', () => {
      const given = world();
      const { captured } = gather(start([], 'fix-a'), {
        ...given,
        tests: (question, what) => ({
          ...given.tests(question, what),
          ...(question.kind === 'checks' && question.source === 'fix-a' ? { new: 'passed' as const } : {}),
        }),
      });
      expect(captured.evidence[0]?.matrix?.proven).toEqual([]);
    });
  });

  test('in a large field some authors examine all, each author once before any twice', () => {
    const many = (size: number, authors: number) =>
      Array.from({ length: size }, (_, at) =>
        anExaminee(`c${at}`, `fix-${at}`, at < authors ? [`c${at}.test.js`] : []),
      );
    const crossed = (size: number, authors: number) => {
      const { rounds, captured } = gather(aStart(many(size, authors)), plainWorld());
      const pairs = asked(rounds, 'cross');
      return { pairs, captured: noteExaminers(captured, pairs) };
    };
    // 600 pairs are few enough.
    const small = crossed(60, 10);
    expect(small.pairs).toHaveLength(10 * 59);
    expect(small.captured.controls ?? []).not.toContainEqual(
      expect.objectContaining({ id: 'full-cross-examination' }),
    );
    const { pairs, captured } = crossed(200, 50);
    const chosen = new Set(pairs.map(({ author }) => author));
    expect([chosen.size, pairs.length]).toEqual([3, 3 * 199]);
    expect(captured.controls).toContainEqual({
      id: 'full-cross-examination',
      state: 'not-applied',
      reason: expect.stringContaining(
        'only the tests of 3 of 50 candidates that bring tests were run on the others, not those of c',
      ),
    });
    const [one] = captured.evidence;
    const field = captured.evidence;
    const copies = new Set(field.slice(0, 40));
    const authorOf = (of: typeof one) => (of !== undefined && copies.has(of) ? 'copies' : String(of?.tree));
    const asking = examiners(field, field.slice(0, 45), authorOf);
    expect(asking.filter((each) => copies.has(each))).toHaveLength(1);
    expect(asking).toHaveLength(3);
  }, 60_000);

  test('tests of authors run on others for twice as long as the checks took, at least a minute; one author always', () => {
    const runOf = (name: string, durationMs: number): CheckRun => ({
      check: {
        kind: 'test',
        name,
        command: 'npm test',
        timeoutMs: 1000,
        parser: null,
        report: { from: 'log' },
        env: {},
        origin: 'profile',
      },
      outcome: {
        status: 'exited',
        exitCode: 0,
        durationMs,
        log: { path: 'log', sha256: '', bytes: 0, truncated: false },
      },
      reused: false,
    });
    const { captured } = gather(
      aStart(['a', 'b', 'c'].map((name) => anExaminee(name, `fix-${name}`))),
      plainWorld(),
    );
    /** Seconds of each author's own tests, after checks of so many seconds each. */
    const asking = (checks: number, own: Readonly<Record<string, number>>) => {
      const field = captured.evidence.map((one) => ({
        ...one,
        runs: [runOf('test', checks * 1000), runOf('own', (own[one.candidate.name] ?? 0) * 1000)],
      }));
      return withinTime(
        { ...captured, baseline: { ...captured.baseline, runs: [] }, evidence: field },
        field,
        field,
      ).map(({ candidate }) => candidate.name);
    };
    expect(asking(1, { a: 10, b: 10, c: 10 })).toEqual(['a', 'b', 'c']);
    expect(asking(1, { a: 20, b: 40, c: 5 })).toEqual(['a', 'c']);
    expect(asking(30, { a: 20, b: 40, c: 5 })).toEqual(['a', 'b', 'c']);
    expect(asking(1, { a: 300, b: 200, c: 400 })).toEqual(['b']);
  });

  test.each([
    ['none', []],
    ['passing', ['baseline', 'a']],
    ['all', ['baseline', 'a', 'broken']],
  ] as const)('hidden tests for %s', (hiddenTests, owners) => {
    const examinees = [anExaminee('a', 'fix-a'), anExaminee('broken', 'fix-break')];
    const { rounds } = gather(aStart(examinees, { hiddenTests }), plainWorld());
    expect(asked(rounds, 'hidden-tests').map(({ candidate }) => candidate)).toEqual(owners);
  });

  test.each([
    ['weighed', { ...POLICY, weights: { ...POLICY.weights, quality: 5 } }, [], ['quality']],
    ['asked for', POLICY, ['convention'], ['convention']],
    ['neither', POLICY, [], []],
  ] as const)('dimensions that are %s', (_, policy, dimensions, expected) => {
    const { rounds } = gather(aStart([anExaminee('a', 'fix-a')], { dimensions }), plainWorld(), policy);
    expect(asked(rounds, 'dimension').map(({ dimension }) => dimension)).toEqual(expected);
  });

  test('for a base without results by id nothing that compares tests is requested', () => {
    const lost = aStart([anExaminee('a', 'fix-a', ['a.test.js'])], { hiddenTests: 'all' });
    const world = plainWorld();
    const first = nextWork(lost, POLICY);
    const checked = first.reduce((seen, question) => answered(seen, question, world), withAsked(lost, first));
    const silent = {
      ...checked,
      baseline: { ...checked.baseline, tests: missing('candidate', 'no report') },
    };
    expect(kindsOf(gather(silent, world).rounds)).toEqual([['base-repeat'], ['hidden-tests']]);
  });
});

const OUTCOMES: readonly TestOutcome[] = ['passed', 'passed', 'passed', 'failed', 'failed', 'skipped'];
/** One of so many tests has no result. */
const LOST = 9;

/** Deterministic answers from a seed: the same question always has the same answer. */
const randomWorld = (seed: number, blocked: ReadonlySet<string>): World => {
  const pick = (key: string): number => {
    let hash = seed >>> 0;
    for (const letter of key) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
    return (hash ^ (hash >>> 13)) >>> 0;
  };
  const outcome = (key: string): TestOutcome => OUTCOMES[pick(key) % OUTCOMES.length] as TestOutcome;
  return {
    tests: (question, what) => {
      const key = `${questionKey(question)} ${what}`;
      const own = question.kind === 'own-tests' ? question.files : [];
      const ids = ['t1', 't2', 't3', ...own.map((file) => file.replace('.test.js', ''))];
      const reported = ids.filter((id) => pick(`${id} ${key}`) % LOST > 0);
      return Object.fromEntries(reported.map((id) => [id, outcome(`${key} ${id}`)]));
    },
    flags: (candidate) => (blocked.has(candidate) ? [BLOCKING] : []),
  };
};

const aField = fc.record({
  seed: fc.integer(),
  sources: fc.array(
    fc.record({
      source: fc.constantFrom('s1', 's2', 's3', 'base-tree'),
      tests: fc.subarray(['x', 'y', 'z']),
    }),
    { maxLength: 5 },
  ),
  blocked: fc.subarray(['c0', 'c1', 'c2', 'c3', 'c4']),
  hiddenTests: fc.constantFrom('none' as const, 'passing' as const, 'all' as const),
  control: fc.constantFrom({ files: ['t1.test.js'] }, { none: 'not possible' }),
});

const runField = ({
  seed,
  sources,
  blocked,
  hiddenTests,
  control,
}: typeof aField extends fc.Arbitrary<infer T> ? T : never) => {
  const examinees = sources.map(({ source, tests }, at) =>
    anExaminee(
      `c${at}`,
      source,
      tests.map((name) => `${name}.test.js`),
    ),
  );
  return gather(aStart(examinees, { hiddenTests, control }), randomWorld(seed, new Set(blocked)));
};

const CONTENDERS_ONLY = new Set(['cross', 'cross-alone']);

describe('whatever the answers', () => {
  test('nothing is requested twice, and a run ends', () => {
    fc.assert(
      fc.property(aField, (field) => {
        const { rounds, captured } = runField(field);
        const keys = rounds.flatMap(({ work }) => work.map(questionKey));
        expect(new Set(keys).size).toBe(keys.length);
        expect(nextWork(captured, POLICY)).toEqual([]);
      }),
    );
  });

  test('the same evidence leads to the same requests', () => {
    fc.assert(
      fc.property(aField, (field) => {
        expect(runField(field).rounds).toEqual(runField(field).rounds);
      }),
    );
  });

  test('a blocked candidate is neither examined as a contender nor used as a witness', () => {
    fc.assert(
      fc.property(aField, (field) => {
        for (const { before, work } of runField(field).rounds) {
          const contending = work.filter(({ kind }) => CONTENDERS_ONLY.has(kind));
          if (contending.length === 0) continue;
          const passing = passingExcept(scoreCaptured(before, POLICY).scored, ['progress']);
          const names = contending.flatMap((each) =>
            'author' in each ? [each.candidate, each.author] : [each.candidate],
          );
          const stopped = new Set(field.blocked);
          expect(names.filter((name) => stopped.has(name))).toEqual([]);
          if (work.some(({ kind }) => kind !== 'cross-alone'))
            expect(names.filter((name) => !passing.has(name))).toEqual([]);
        }
      }),
    );
  });

  test('the stored evidence is complete and can be concluded', () => {
    fc.assert(
      fc.property(aField, (field) => {
        const captured = endExamination(runField(field).captured);
        expect('examination' in captured).toBe(false);
        expect(captured.evidence.every(({ matrix }) => matrix !== undefined)).toBe(true);
        expect(conclude(captured, POLICY, 'run').rankings).toHaveLength(field.sources.length);
      }),
    );
  });
});
