import type { Agreement } from './agreement.ts';
import type { BehaviourAgreement } from './behaviour-agreement.ts';
import type { PanelTestStanding } from './panel-test-standing.ts';
import type { ScriptStanding } from './script-standing.ts';

/** What is known of one candidate when the choice is made. */
export type Standing = {
  readonly name: string;
  /** Shared by all candidates of one independent author. */
  readonly author: string;
  /** The user says who made it. */
  readonly declared: boolean;
  /** Passes every gate. */
  readonly mergeable: boolean;
  /** Changes more than tests, documentation and generated files. */
  readonly changesSource: boolean;
  /** Candidates with the same source share it. */
  readonly source: string;
  /** Candidates that make nearly the same change share it. */
  readonly change: string;
  /** How its test results were read; null: there are none to compare. */
  readonly tests: 'structured' | 'low-trust' | null;
  /** Projects that it changes and whose tests did not run, so that there are no results to compare. */
  readonly unrun: readonly string[];
  /** Breaks tests of the base, more than the policy allows. */
  readonly breaksBase: boolean;
  /** Tests of the base that fail there and pass now. */
  readonly fixed: number;
  /** Candidates that pass a failing test of the base, or a hidden test, that it does not pass. */
  readonly missesFixesOf: readonly string[];
  /** Candidates that pass a test of the base that it breaks, and that is excused since most authors do. */
  readonly breaksTestsOf: readonly string[];
  /** `fixes`: passes all hidden tests, some of which the base fails. `keeps`: passes them as the base does. */
  readonly hidden: 'fixes' | 'keeps' | null;
  /** Proven tests that two authors pass: how many it passes and fails. */
  readonly confirmed: { readonly passed: number; readonly failed: number };
  /** Two authors confirm each other, and the user does not say that they are two. */
  readonly unsure: boolean;
  /** Passes proven tests of its own author that no other author passes. */
  readonly claims: boolean;
  /** Independent authors, not refused for another reason, who fail those tests. */
  readonly refutedBy: number;
  /** As many authors fail a confirmed test that it passes as pass it. */
  readonly tied: boolean;
  /** So it is, and it fails confirmed tests as well. */
  readonly opposed: boolean;
  /** Other authors whose unconfirmed proven tests it fails. */
  readonly failsClaimsOf: number;
  /** Those authors. */
  readonly claimants: readonly string[];
  /** Candidates whose whole change it makes, besides changes to other files. */
  readonly contains: readonly string[];
  /** Base tests that it breaks and rewrites. */
  readonly rewritten: number;
  /** Uses of names that are defined nowhere, and new syntax errors. */
  readonly faults: number;
  /** Its scores of 0 to 100 except speed, which depends more on the machine; null: not measured. */
  readonly merits: Readonly<Record<string, number | null>>;
  readonly agreement: Agreement | null;
  /** On inputs that distinguish candidates. */
  readonly behaviour: BehaviourAgreement | null;
  /** Candidates that answered every input of a sufficient number alike. */
  readonly behavesLike: readonly string[];
  /** Candidates that change answers to inputs of no test where it keeps the base's, and never the other way round. */
  readonly narrowerThan: readonly string[];
  /** On scripts that reproduce the problem. */
  readonly scripts: ScriptStanding | null;
  /** On tests that a model wrote from the task alone. */
  readonly panelTests: PanelTestStanding | null;
  /** What a panel of models gives, from 0 to 1. */
  readonly panel: number | null;
  /** The panellists contradict each other on it, and pick different candidates. */
  readonly panelSplit: boolean;
};

/** A candidate of which only the change is known. */
export const blankStanding = (name: string): Standing => ({
  name,
  author: name,
  declared: false,
  mergeable: true,
  changesSource: true,
  source: name,
  change: name,
  tests: null,
  unrun: [],
  breaksBase: false,
  fixed: 0,
  missesFixesOf: [],
  breaksTestsOf: [],
  hidden: null,
  confirmed: { passed: 0, failed: 0 },
  unsure: false,
  claims: false,
  refutedBy: 0,
  tied: false,
  opposed: false,
  failsClaimsOf: 0,
  claimants: [],
  contains: [],
  rewritten: 0,
  faults: 0,
  merits: {},
  agreement: null,
  behaviour: null,
  behavesLike: [],
  narrowerThan: [],
  scripts: null,
  panelTests: null,
  panel: null,
  panelSplit: false,
});
