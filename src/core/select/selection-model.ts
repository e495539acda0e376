/**
 * The parameters of P(right), in log odds. The weights of agreement and the base rate were fitted by ridge regression
 * on 140 tasks with 762 patches of real agents from 12 public repositories, chosen by leaving one repository out
 * (docs/selection.md has the figures). The other terms could not be fitted there, because those patches bring hardly any
 * tests: they are judgements, checked on the fields of the wild campaign.
 */
export const SELECTION_MODEL = {
  version: '6',
  /** Some candidates of a field are right, some wrong. */
  prior: -0.21,
  /** Of token overlap and of coverage, each less the field's mean. */
  agreement: { tokens: 4.6, coverage: 3.73 },
  /** Passes every base test that others pass: right in 53 % of 144 cases, against 48 % of all. */
  passesBaseTests: 0.2,
  /** Makes tests of the base pass that fail there. */
  fixesBaseTests: 2.5,
  /** Passes hidden tests, some of which fail on the base. */
  fixesHiddenTests: 3,
  /** Passes tests that fail on the base and that two independent authors pass. */
  passesConfirmed: 2.2,
  failsConfirmed: -2.5,
  /** Factor for confirmed tests that as many authors fail as pass. */
  tied: 0.5,
  /** Factor for tests confirmed by two authors who may be the same: the user does not say who they are. */
  unsure: 0.5,
  /** Passes such tests of its own that no other author passes. */
  claims: 0.9,
  /** Per independent author who fails those tests, at most two: then they add nothing, but cost nothing either. */
  refuted: -0.45,
  /** Fails the unconfirmed tests of another author: half of them are right at best. */
  failsClaims: -0.5,
  /** Breaks tests of the base and rewrites them, on purpose or to evade them. Outweighs a claim of its own. */
  rewrites: -1.3,
  /** Leaves a name undefined, or a syntax error, in code that the tests may not run: of 12 such patches none was right. */
  faults: -2,
  /** The user says that this task needs no test that fails on the base. */
  noProgressAsked: 0.9,
  /** Behaves like most other authors on inputs where candidates differ, or like none of them. */
  behavesLikeMost: 0.4,
  behavesAlone: -0.4,
  crashesAlone: -1,
  /** Scripts with which candidates reproduce the problem (ScriptStanding): judgements that weigh less than tests. */
  scripts: {
    breaks: -1.5,
    'still-fails': -1,
    leaves: -1,
    fixes: 0.5,
    differs: -0.4,
    agrees: 0.4,
    confirmed: { fixes: 1.5, 'still-fails': -2 },
  },
  /** Tests that a model wrote from the task alone: like a claim and a script that still fails, and less than confirmed tests. */
  passesPanelTests: 0.9,
  failsPanelTests: -1,
  /** Agreement of code counts less once a panel has read the code. */
  agreementBesidePanel: 0.25,
} as const;

/**
 * A candidate that fails a gate or changes no source: of 14 patches that were the only ones to break a visible test,
 * none was right; of 55 that changed no source, 2 were.
 */
export const PROBABILITY_IF_REFUSED = 0.05;

/** Upper bound of any probability: no evidence here justifies more. */
export const MOST_CERTAIN = 0.98;
