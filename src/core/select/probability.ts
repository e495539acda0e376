import { mean } from '../math/mean.ts';
import type { ScriptStanding } from './script-standing.ts';
import type { Standing } from './standing.ts';
import { MOST_CERTAIN, PROBABILITY_IF_REFUSED, SELECTION_MODEL } from './selection-model.ts';
import { percent, plural } from '../text/amounts.ts';

/** One reason for a probability: a sentence, and what it adds to the log odds. */
export type Term = { readonly why: string; readonly logOdds: number };

export type Estimate = {
  readonly name: string;
  readonly probability: number;
  readonly terms: readonly Term[];
  /** Log odds without agreement of code. */
  readonly evidence: number;
  readonly agreement: number;
  /** The part of the evidence that comes from tests that a model wrote. */
  readonly panelTests: number;
};

type Settings = { readonly progressAsked: boolean };

const average = (values: readonly number[]): number => mean(values) ?? 0;

const MODEL = SELECTION_MODEL;
const MOST_REFUTERS = 2;
/** Console text is easier to forge, and seldom complete. */
const LOW_TRUST = 0.5;

const logistic = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));
const logOddsOf = (probability: number): number => {
  const bounded = Math.min(MOST_CERTAIN, Math.max(1 - MOST_CERTAIN, probability));
  return Math.log(bounded / (1 - bounded));
};

const testTerms = (one: Standing, { progressAsked }: Settings): Term[] => {
  const { confirmed, fixed } = one;
  const factor = one.tests === 'low-trust' ? LOW_TRUST : 1;
  const terms: Term[] = [];
  const add = (logOdds: number, why: string): void => void terms.push({ why, logOdds });
  if (one.tests !== null && !one.breaksBase)
    add(MODEL.passesBaseTests * factor, 'passes the tests of the base');
  if (fixed > 0)
    add(MODEL.fixesBaseTests * factor, `makes ${plural(fixed, 'failing test')} of the base pass`);
  if (one.hidden === 'fixes') add(MODEL.fixesHiddenTests, 'passes hidden tests that the base fails');
  if (one.hidden === 'keeps') add(MODEL.passesBaseTests, 'passes the hidden tests, as the base does');
  const confirmation = factor * (one.unsure ? MODEL.unsure : 1);
  const confirmers = one.unsure
    ? 'two candidates confirm, by authors who are not named'
    : 'two authors confirm';
  if (confirmed.passed > 0)
    add(
      MODEL.passesConfirmed * confirmation * (one.tied ? MODEL.tied : 1),
      `passes ${plural(confirmed.passed, 'proven test')} that ${confirmers}`,
    );
  if (confirmed.failed > 0)
    add(
      MODEL.failsConfirmed * confirmation,
      `fails ${plural(confirmed.failed, 'proven test')} that ${confirmers}`,
    );
  if (one.claims && one.failsClaimsOf === 0)
    add(MODEL.claims * factor, 'brings a test that fails on the base');
  if (one.claims && one.failsClaimsOf === 0 && one.refutedBy > 0)
    add(
      MODEL.refuted * Math.min(MOST_REFUTERS, one.refutedBy) * factor,
      `${plural(one.refutedBy, 'other author')} ${one.refutedBy === 1 ? 'fails' : 'fail'} that test`,
    );
  if (one.failsClaimsOf > 0)
    add(MODEL.failsClaims * factor, `fails a test that ${plural(one.failsClaimsOf, 'other author')} brings`);
  if (one.rewritten > 0)
    add(
      MODEL.rewrites,
      `breaks ${plural(one.rewritten, 'test')} of the base and rewrites ${one.rewritten === 1 ? 'it' : 'them'}`,
    );
  if (one.faults > 0)
    add(
      MODEL.faults,
      `leaves ${plural(one.faults, 'fault')} that ${one.faults === 1 ? 'fails' : 'fail'} if the line runs`,
    );
  if (!progressAsked && fixed === 0 && confirmed.passed === 0 && !one.claims)
    add(MODEL.noProgressAsked, 'needs no test that fails on the base');
  return terms;
};

const behaviourTerms = ({ behaviour }: Standing): Term[] => {
  if (behaviour === null) return [];
  const { share, others, crashesAlone } = behaviour;
  if (crashesAlone) return [{ why: 'crashes where no other candidate does', logOdds: MODEL.crashesAlone }];
  if (share > 0.5)
    return [
      {
        why: `behaves like ${percent(share)} of ${others} other authors where candidates differ`,
        logOdds: MODEL.behavesLikeMost,
      },
    ];
  return share === 0
    ? [{ why: 'behaves differently from all other authors', logOdds: MODEL.behavesAlone }]
    : [];
};

const SCRIPT_WORDS: Readonly<Record<ScriptStanding['kind'], (path: string) => string>> = {
  breaks: (path) => `fails ${path}, which works on the base`,
  'still-fails': (path) => `still fails ${path}, which works with another author's change`,
  leaves: (path) => `leaves the output of ${path} as on the base, while another author's change alters it`,
  fixes: (path) => `makes another author's ${path} work, which fails on the base`,
  differs: (path) => `makes ${path} print something that it prints with no other author's change`,
  agrees: (path) => `alters the output of ${path} in the same way as another author`,
};

const scriptTerms = ({ scripts }: Standing): Term[] => {
  if (scripts === null) return [];
  const { kind, path, confirmed } = scripts;
  const weights = confirmed ? { ...MODEL.scripts, ...MODEL.scripts.confirmed } : MODEL.scripts;
  return [{ why: SCRIPT_WORDS[kind](path), logOdds: weights[kind] }];
};

const panelTestTerms = ({ panelTests, tests }: Standing): Term[] => {
  if (panelTests === null) return [];
  const factor = tests === 'low-trust' ? LOW_TRUST : 1;
  const { passed, failed } = panelTests;
  const origin = 'that a model wrote from the task alone';
  return [
    ...(passed === 0
      ? []
      : [{ why: `passes ${plural(passed, 'test')} ${origin}`, logOdds: MODEL.passesPanelTests * factor }]),
    ...(failed === 0
      ? []
      : [{ why: `fails ${plural(failed, 'test')} ${origin}`, logOdds: MODEL.failsPanelTests * factor }]),
  ];
};

/** The field that a candidate is compared with: its averages, and whether any candidate changes source. */
type Around = { readonly tokens: number; readonly coverage: number; readonly sourceChanges: boolean };

const around = (field: readonly Standing[]): Around => {
  const known = field.flatMap(({ agreement }) => (agreement === null ? [] : [agreement]));
  return {
    tokens: average(known.map(({ tokens }) => tokens)),
    coverage: average(known.map(({ coverage }) => coverage)),
    sourceChanges: field.some(({ changesSource }) => changesSource),
  };
};

/** Only the difference from the field's average counts: how similar a whole field is shows nothing. */
const agreementOf = (one: Standing, { tokens: usual, coverage: covered }: Around): number => {
  if (one.agreement === null) return 0;
  const factor = one.panel === null ? 1 : MODEL.agreementBesidePanel;
  const tokens = one.agreement.tokens - usual;
  const coverage = one.agreement.coverage - covered;
  return factor * (MODEL.agreement.tokens * tokens + MODEL.agreement.coverage * coverage);
};

const agreementTerm = (logOdds: number): Term[] =>
  logOdds === 0
    ? []
    : [
        {
          why: `agrees ${logOdds > 0 ? 'more' : 'less'} in code with other authors than the average`,
          logOdds,
        },
      ];

const sumOf = (terms: readonly Term[]): number => terms.reduce((total, { logOdds }) => total + logOdds, 0);

const estimate = (one: Standing, field: Around, settings: Settings): Estimate => {
  const start: Term =
    one.panel === null
      ? { why: 'before any evidence', logOdds: MODEL.prior }
      : { why: 'the panel', logOdds: logOddsOf(one.panel) };
  const written = panelTestTerms(one);
  const evidence = [
    start,
    ...testTerms(one, settings),
    ...behaviourTerms(one),
    ...scriptTerms(one),
    ...written,
  ];
  const agreement = agreementOf(one, field);
  const sum = sumOf(evidence);
  const likely = Math.min(MOST_CERTAIN, Math.max(1 - MOST_CERTAIN, logistic(sum + agreement)));
  // If no candidate changes source, the task may be about something else.
  const refusal = !one.mergeable
    ? 'is refused by a gate'
    : !one.changesSource && field.sourceChanges
      ? 'changes no source, while others do'
      : null;
  const isLowered = refusal !== null && likely > PROBABILITY_IF_REFUSED;
  const lowered = logOddsOf(PROBABILITY_IF_REFUSED) - sum - agreement;
  return {
    name: one.name,
    probability: isLowered ? PROBABILITY_IF_REFUSED : likely,
    terms: [
      ...evidence,
      ...agreementTerm(agreement),
      ...(isLowered ? [{ why: refusal, logOdds: lowered }] : []),
    ],
    evidence: sum,
    agreement,
    panelTests: sumOf(written),
  };
};

/** How probably each candidate is right, and why. */
export const estimateField = (field: readonly Standing[], settings: Settings): readonly Estimate[] => {
  const others = around(field);
  return field.map((one) => estimate(one, others, settings));
};
