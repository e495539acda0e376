import { mean } from '../math/mean.ts';
import type { Agreement } from './agreement.ts';
import type { ScriptStanding } from './script-standing.ts';
import type { BehaviourAgreement } from './behaviour-agreement.ts';
import { MOST_CERTAIN, PROBABILITY_IF_REFUSED, SELECTION_MODEL } from './selection-model.ts';

/** What is known of one candidate when the choice is made. */
export type Standing = {
  readonly name: string;
  readonly author: string;
  /** The user says who made it. */
  readonly declared: boolean;
  /** Passes every gate. */
  readonly mergeable: boolean;
  /** Changes more than tests, documentation and generated files. */
  readonly changesSource: boolean;
  /** Candidates with the same source share it. */
  readonly source: string;
  /** How its results were read; null: there are none to compare. */
  readonly tests: 'structured' | 'low-trust' | null;
  /** Projects that it changes and whose tests did not run, so that there are none to compare; absent: none. */
  readonly unrun?: readonly string[];
  /** Tests of the base that fail there and pass now. */
  readonly fixed: number;
  readonly passesHidden: boolean;
  /** Proven tests that two authors pass: how many it passes and fails. */
  readonly confirmed: { readonly passed: number; readonly failed: number };
  /** Passes proven tests of its own author that no other author passes. */
  readonly claims: boolean;
  /** Independent authors, not refused for another reason, who fail those tests. */
  readonly refutedBy: number;
  /** As many authors fail a confirmed test that it passes as pass it. */
  readonly contested: boolean;
  /** Other authors whose unconfirmed proven tests it fails. */
  readonly failsClaimsOf: number;
  /** Candidates whose whole change it makes, beside changes to other files. */
  readonly contains: readonly string[];
  /** Base tests that it breaks and rewrites. */
  readonly rewritten: number;
  /** Its scores of 0 to 100 apart from speed, which says more of the machine; null: not measured. */
  readonly merits: Readonly<Record<string, number | null>>;
  readonly agreement: Agreement | null;
  /** On inputs that tell candidates apart. */
  readonly behaviour: BehaviourAgreement | null;
  /** On scripts that reproduce the problem. */
  readonly scripts: ScriptStanding | null;
  /** What a panel of models gives, from 0 to 1. */
  readonly panel: number | null;
};

/** One reason for a probability: a sentence, and what it adds to the log odds. */
export type Term = { readonly why: string; readonly logOdds: number };

export type Estimate = {
  readonly name: string;
  readonly probability: number;
  readonly terms: readonly Term[];
  /** Log odds without agreement of code. */
  readonly evidence: number;
  readonly agreement: number;
};

type Settings = { readonly progressAsked: boolean };

const average = (values: readonly number[]): number => mean(values) ?? 0;

const MODEL = SELECTION_MODEL;
const MOST_REFUTERS = 2;

const logistic = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));
const logOddsOf = (probability: number): number => {
  const bounded = Math.min(MOST_CERTAIN, Math.max(1 - MOST_CERTAIN, probability));
  return Math.log(bounded / (1 - bounded));
};

const count = (amount: number, what: string): string => `${amount} ${what}${amount === 1 ? '' : 's'}`;

const testTerms = (one: Standing, { progressAsked }: Settings): Term[] => {
  const { confirmed, fixed } = one;
  /** Console text is easier to forge, and seldom complete. */
  const worth = one.tests === 'low-trust' ? 0.5 : 1;
  const terms: Term[] = [];
  const add = (logOdds: number, why: string): void => void terms.push({ why, logOdds });
  if (one.tests !== null) add(MODEL.passesBaseTests * worth, 'passes the tests of the base');
  if (fixed > 0) add(MODEL.fixesBaseTests * worth, `makes ${count(fixed, 'failing test')} of the base pass`);
  if (one.passesHidden) add(MODEL.passesHiddenTests, 'passes the hidden tests');
  if (confirmed.passed > 0)
    add(
      MODEL.passesConfirmed * worth * (one.contested ? MODEL.contested : 1),
      `passes ${count(confirmed.passed, 'proven test')} that two authors confirm`,
    );
  if (confirmed.failed > 0)
    add(
      MODEL.failsConfirmed * worth,
      `fails ${count(confirmed.failed, 'proven test')} that two authors confirm`,
    );
  if (one.claims && one.failsClaimsOf === 0)
    add(MODEL.claims * worth, 'brings a test that fails on the base');
  if (one.claims && one.failsClaimsOf === 0 && one.refutedBy > 0)
    add(
      MODEL.refuted * Math.min(MOST_REFUTERS, one.refutedBy) * worth,
      `${count(one.refutedBy, 'other author')} ${one.refutedBy === 1 ? 'fails' : 'fail'} that test`,
    );
  if (one.failsClaimsOf > 0)
    add(MODEL.failsClaims * worth, `fails a test that ${count(one.failsClaimsOf, 'other author')} brings`);
  if (one.rewritten > 0)
    add(
      MODEL.rewrites,
      `breaks ${count(one.rewritten, 'test')} of the base and rewrites ${one.rewritten === 1 ? 'it' : 'them'}`,
    );
  if (!progressAsked && fixed === 0 && confirmed.passed === 0 && !one.claims)
    add(MODEL.noProgressAsked, 'is not asked for a test that fails before');
  return terms;
};

const behaviourTerms = ({ behaviour }: Standing): Term[] => {
  if (behaviour === null) return [];
  const { share, others, crashesAlone } = behaviour;
  if (crashesAlone) return [{ why: 'crashes where no other candidate does', logOdds: MODEL.crashesAlone }];
  if (share > 0.5)
    return [
      {
        why: `behaves like ${Math.round(share * 100)} % of ${others} other authors where candidates differ`,
        logOdds: MODEL.behavesLikeMost,
      },
    ];
  return share === 0 ? [{ why: 'behaves like no other author', logOdds: MODEL.behavesAlone }] : [];
};

const SCRIPT_WORDS: Readonly<Record<ScriptStanding['kind'], (path: string) => string>> = {
  breaks: (path) => `fails ${path}, which works on the base`,
  'still-fails': (path) => `still fails ${path}, which works with another author's change`,
  leaves: (path) => `leaves what ${path} says as on the base, while another author alters it`,
  fixes: (path) => `makes ${path} of another author work, which fails on the base`,
  differs: (path) => `makes ${path} say what it says with no other author`,
  agrees: (path) => `alters what ${path} says as another author does`,
};

const scriptTerms = ({ scripts }: Standing): Term[] => {
  if (scripts === null) return [];
  const { kind, path, confirmed } = scripts;
  const weights = confirmed ? { ...MODEL.scripts, ...MODEL.scripts.confirmed } : MODEL.scripts;
  return [{ why: SCRIPT_WORDS[kind](path), logOdds: weights[kind] }];
};

/** What one candidate is compared with: averages of the field, and whether any candidate changes source. */
type Around = { readonly tokens: number; readonly coverage: number; readonly sourceChanges: boolean };

const around = (field: readonly Standing[]): Around => {
  const known = field.flatMap(({ agreement }) => (agreement === null ? [] : [agreement]));
  return {
    tokens: average(known.map(({ tokens }) => tokens)),
    coverage: average(known.map(({ coverage }) => coverage)),
    sourceChanges: field.some(({ changesSource }) => changesSource),
  };
};

/** Only the difference to the other candidates counts: how alike a field is as a whole says nothing. */
const agreementOf = (one: Standing, { tokens: usual, coverage: covered }: Around): number => {
  if (one.agreement === null) return 0;
  const worth = one.panel === null ? 1 : MODEL.agreementBesidePanel;
  const tokens = one.agreement.tokens - usual;
  const coverage = one.agreement.coverage - covered;
  return worth * (MODEL.agreement.tokens * tokens + MODEL.agreement.coverage * coverage);
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

const estimate = (one: Standing, field: Around, settings: Settings): Estimate => {
  const start: Term =
    one.panel === null
      ? { why: 'before any evidence', logOdds: MODEL.prior }
      : { why: 'the panel', logOdds: logOddsOf(one.panel) };
  const evidence = [start, ...testTerms(one, settings), ...behaviourTerms(one), ...scriptTerms(one)];
  const agreement = agreementOf(one, field);
  const sum = evidence.reduce((total, { logOdds }) => total + logOdds, 0);
  const likely = Math.min(MOST_CERTAIN, Math.max(1 - MOST_CERTAIN, logistic(sum + agreement)));
  return {
    name: one.name,
    // Unless no candidate changes source: then the task may be about something else.
    probability:
      one.mergeable && (one.changesSource || !field.sourceChanges)
        ? likely
        : Math.min(PROBABILITY_IF_REFUSED, likely),
    terms: [...evidence, ...agreementTerm(agreement)],
    evidence: sum,
    agreement,
  };
};

/** How probably each candidate is right, and why. */
export const estimateField = (field: readonly Standing[], settings: Settings): readonly Estimate[] => {
  const others = around(field);
  return field.map((one) => estimate(one, others, settings));
};
