import { hiddenFixed, hiddenSkips } from '../decide/progress.ts';
import type { Flag } from '../domain/flags/flag.ts';
import type { Conclusion } from '../domain/run/conclusion.ts';
import type { Captured, Evidence } from '../domain/evidence/evidence.ts';
import { SURROUNDINGS, type Surrounding } from '../domain/flags/surroundings.ts';
import { narrowerThan } from '../probe/behaviour.ts';
import { authorKey } from '../select/authors.ts';
import { isConfirmed } from './is-confirmed.ts';
import type { ScoredRace } from './score-race.ts';
import type { Belief, Beliefs } from './weigh-evidence.ts';

const tests = (count: number): string => (count === 1 ? '1 test' : `${count} tests`);

const placeOf = ({ file, line }: Flag): string =>
  `${file ?? 'the change'}${line === undefined ? '' : `:${line}`}`;

/** Mergeable candidates of other authors that change answers to inputs of no test, where the winner keeps the base's. */
const broaderThan = (
  { probes }: Captured,
  { winner, rankings }: Pick<ScoredRace, 'rankings'> & { readonly winner: string },
  { of, authors }: Beliefs,
): readonly string[] => {
  const fixed = of.get(winner)?.fixed ?? 0;
  if (probes?.known !== true || probes.value.moved === undefined || fixed === 0) return [];
  return narrowerThan(probes.value, winner).filter((other) => {
    const theirs = of.get(other);
    return (
      theirs !== undefined &&
      theirs.fixed >= fixed &&
      rankings.some(({ agent, mergeable }) => agent === other && mergeable) &&
      authorKey(authors, other) !== authorKey(authors, winner)
    );
  });
};

const narrowReasons = (
  captured: Captured,
  scored: Parameters<typeof broaderThan>[1],
  beliefs: Beliefs,
): readonly string[] => {
  const own = captured.evidence.find(({ candidate }) => candidate.name === scored.winner);
  if (own === undefined || hiddenFixed(own, captured) > 0) return [];
  const broader = broaderThan(captured, scored, beliefs);
  const [passes, does] = broader.length === 1 ? ['passes', 'does'] : ['pass', 'do'];
  return broader.length === 0
    ? []
    : [
        `contested: on some inputs that no test has it answers as the base does, while ${broader.slice(0, 3).join(', ')} ${passes} the same tests and ${does} not`,
      ];
};

/** The name itself, if the sentence contains one. */
const namedIn = ({ sentence }: Flag): string =>
  /\s\([^\n]{1,80}\)(?=, and did not before)/.exec(sentence)?.[0] ?? '';

/** Properties of the change that weaken its results. */
const doubtsOf = (flags: readonly Flag[], hidden: boolean): readonly string[] => {
  const values = hidden ? [] : flags.filter(({ id }) => id === 'test-value-added');
  const [value] = values;
  const read = new Map(
    flags.filter(({ id }) => id === 'surroundings-read').map((flag) => [flag.rule, flag] as const),
  );
  return [
    ...(value === undefined
      ? []
      : [
          `test values: ${value.sentence.replace(/ is new here.*$/, '')} (${placeOf(value)})${values.length === 1 ? '' : ` and ${values.length - 1} more`} ${values.length === 1 ? 'is' : 'are'} in the change and in a test: other inputs may fare worse`,
        ]),
    ...[...read].map(
      ([surrounding, flag]) =>
        `surroundings: ${placeOf(flag)} ${Object.hasOwn(SURROUNDINGS, surrounding) ? SURROUNDINGS[surrounding as Surrounding] : 'depends on more than its input'}${surrounding === 'outer' ? namedIn(flag) : ''}: outside of a test run it may do something else`,
    ),
  ];
};

/** Which hidden tests are usually skipped is only known from the base; earlier engines looked at it beside fixed tests alone. */
const skippedReasons = (captured: Captured, own: Evidence | undefined): readonly string[] =>
  captured.confirmation === 'inputs' &&
  own !== undefined &&
  hiddenFixed(own, captured) > 0 &&
  hiddenSkips(own, captured)
    ? ['skipped: it passes hidden tests, but skips others that are not known to be skipped on the base']
    : [];

const timeReasons = ({ leftOut }: Captured): readonly string[] =>
  leftOut === undefined
    ? []
    : [
        `time: ${leftOut.examinations.join(' and ')} did not begin within ${leftOut.minutes} ${leftOut.minutes === 1 ? 'minute' : 'minutes'}`,
      ];

/** Runs of earlier engines did not examine other surroundings, so nothing is missing from them. */
const elsewhereReasons = ({ elsewhere, evidence, isolation }: Captured, winner: string): string[] => {
  if (elsewhere === undefined) return [];
  const own = evidence.find(({ candidate }) => candidate.name === winner)?.elsewhere;
  const missing = [elsewhere, own].find((each) => each?.known === false);
  if (missing?.known === false) return [`one place: no result in other surroundings: ${missing.reason}`];
  const { otherwise: changing = [], dated = [] } = own?.known === true ? own.value : {};
  return [
    ...(isolation.level === 'container'
      ? [
          'one place: in a container the path, the home and the user are always the same, only clock, order and seed change',
        ]
      : []),
    ...(elsewhere.known && elsewhere.value.place === 'moved'
      ? ['surroundings: the tests ran at another place, but only with the usual order, seed and clock']
      : []),
    ...(changing.length === 0
      ? []
      : [
          `surroundings: ${changing.length} of its tests pass only in some time zones, locales, orders or seeds`,
        ]),
    ...(dated.length === 0
      ? []
      : [`surroundings: ${dated.length} of its tests pass only on the date of the first run`]),
  ];
};

const suiteReasons = ({ baseline, narrowed }: Captured): readonly string[] => [
  ...(baseline.tests.known ? [] : [`no tests: ${baseline.tests.reason}`]),
  ...(baseline.tests.known && baseline.tests.value.trust === 'low-trust'
    ? ['low-trust: test results are read from console text']
    : []),
  ...(narrowed === undefined
    ? []
    : [
        `partial: only ${narrowed.files.length} of ${narrowed.of} test files ran, since all of them did not end in time`,
      ]),
];

const excusedReasons = (excused: readonly string[]): readonly string[] =>
  excused.length === 0
    ? []
    : [
        `contested: ${tests(excused.length)} of the base that most authors break ${excused.length === 1 ? 'counts' : 'count'} for no candidate`,
      ];

/** Authors who disagree about confirmed tests; hidden tests settle that. Earlier engines did not look at it. */
const dividedReasons = (
  { confirmation }: Captured,
  { cross, fixed }: Belief,
  hidden: boolean,
): readonly string[] =>
  confirmation !== 'inputs' || hidden
    ? []
    : [
        ...(cross.failed === 0
          ? []
          : [
              `contested: it fails ${cross.failed === 1 ? '1 proven test' : `${cross.failed} proven tests`} that two authors pass`,
            ]),
        ...(cross.tied && (fixed > 0 || cross.refutedBy === 0)
          ? ['contested: as many authors fail a proven test that it passes as pass it']
          : []),
      ];

/** Authors of proven tests. */
const proversIn = ({ evidence }: Captured, { of, authors }: Beliefs): ReadonlySet<string> =>
  new Set(
    evidence.flatMap(({ candidate: { name }, matrix }) =>
      (matrix?.proven.length ?? 0) > 0 && of.get(name)?.blocking['integrity'] === undefined
        ? [authorKey(authors, name)]
        : [],
    ),
  );

/** How strongly the tests support the winner, and what is missing. */
export const strengthOf = (
  captured: Captured,
  beliefs: Beliefs,
  { winner, rankings }: ScoredRace,
): Pick<Conclusion, 'evidence_strength'> => {
  if (winner === null) return {};
  const { of } = beliefs;
  // Earlier engines took tests that the user allows to break for contested ones.
  const excused = captured.confirmation === 'inputs' ? beliefs.contested : beliefs.excused;
  const belief = of.get(winner);
  const own = captured.evidence.find(({ candidate }) => candidate.name === winner);
  const byHidden = own !== undefined && hiddenFixed(own, captured) > 0;
  // Earlier engines asked for a second author's tests beside hidden ones.
  const isShownOtherwise = (belief?.fixed ?? 0) > 0 || (byHidden && captured.confirmation === 'inputs');
  const provers = proversIn(captured, beliefs);
  const reasons = [
    ...(belief?.progress === 'none' && !belief.cross.contradicted
      ? ['unproven: no test fails on the base and passes with the winner']
      : []),
    ...(belief?.progress === 'none' && belief.cross.contradicted && belief.cross.refutedBy === 0
      ? ['contested: no candidate of another author passes the tests that it brings']
      : []),
    ...(belief?.progress === 'claimed'
      ? ['one author: only the tests that the winner brings fail on the base and pass with it']
      : []),
    ...(belief?.progress === 'shown' && !isShownOtherwise && provers.size === 1 && rankings.length > 1
      ? ['one author: every proven test is by the same author']
      : []),
    ...(belief !== undefined && belief.cross.refutedBy > 0 && !isShownOtherwise
      ? [
          `contested: ${belief.cross.refutedBy} independent ${belief.cross.refutedBy === 1 ? 'author fails' : 'authors fail'} the tests that it brings`,
        ]
      : []),
    ...(belief !== undefined && belief.cross.failsClaimsOf > 0
      ? ['contested: it fails a test of another candidate that fails on the base']
      : []),
    ...(belief === undefined ? [] : dividedReasons(captured, belief, byHidden)),
    ...excusedReasons(excused),
    ...(belief !== undefined && belief.rewritten.length > 0
      ? [
          `contested: it breaks ${belief.rewritten.length} ${belief.rewritten.length === 1 ? 'test' : 'tests'} of the base and rewrites ${belief.rewritten.length === 1 ? 'it' : 'them'}: ${belief.rewritten.slice(0, 3).join(', ')}`,
        ]
      : []),
    ...(belief !== undefined && belief.fixed > 0 && !isConfirmed(captured, winner, beliefs)
      ? [
          `seen tests only: it could read the ${tests(belief.fixed)} of the base that ${belief.fixed === 1 ? 'shows' : 'show'} that it works; hidden tests, a test by a second author, or a second author whose change behaves alike would confirm it`,
        ]
      : []),
    ...narrowReasons(captured, { winner, rankings }, beliefs),
    ...(own === undefined ? [] : doubtsOf(own.flags, byHidden)),
    ...skippedReasons(captured, own),
    ...suiteReasons(captured),
    ...timeReasons(captured),
    ...elsewhereReasons(captured, winner),
    ...(captured.isolation.level === 'degraded' ? ['checks ran without a sandbox'] : []),
  ];
  return { evidence_strength: { level: reasons.length === 0 ? 'strong' : 'weak', reasons } };
};
