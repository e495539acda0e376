import type { DecisionPolicy } from '../domain/policy/decision-policy.ts';
import type { Decision } from '../domain/run/decision.ts';
import {
  type Contender,
  fixesMore,
  isProven,
  isProvenByReadTests,
  LEVEL_LOG_ODDS,
  scoreOf,
} from './contender.ts';
import type { Field, Objection } from './objection.ts';
import { OBJECTIONS, rivalsOf } from './objections.ts';
import { dependsOnInputs } from './other-inputs.ts';
import type { Estimate } from './probability.ts';
import { SELECTION_MODEL } from './selection-model.ts';
import type { Standing } from './standing.ts';
import { whatSettles } from './what-settles.ts';
import { percent } from '../text/amounts.ts';

export type Undecided = {
  readonly standings: readonly Standing[];
  readonly estimates: readonly Estimate[];
  /** Names in the documented order: the best first. */
  readonly order: readonly string[];
  readonly policy: DecisionPolicy;
  /** Recorded by an earlier engine; absent: by this one. */
  readonly earlier?: boolean;
};

const MOST_LEFT = 3;

const decision = (kind: Decision['kind'], candidates: readonly string[], reason: string): Decision => ({
  kind,
  candidates: [...candidates],
  reason,
  settle: [],
  model: SELECTION_MODEL.version,
});

const contendersIn = ({ standings, estimates, order }: Undecided): Contender[] => {
  const byName = new Map(estimates.map((estimate) => [estimate.name, estimate]));
  return standings.flatMap((standing) => {
    const estimate = byName.get(standing.name);
    return standing.mergeable && estimate !== undefined
      ? [{ standing, estimate, place: order.indexOf(standing.name) }]
      : [];
  });
};

/** Scores closer than this are equal. */
const LEVEL_SCORE = 0.5;
const hasSameMerits = ({ merits }: Standing, other: Standing): boolean =>
  [...new Set([...Object.keys(merits), ...Object.keys(other.merits)])].every((dimension) => {
    const [mine, theirs] = [merits[dimension] ?? null, other.merits[dimension] ?? null];
    return mine === null || theirs === null ? mine === theirs : Math.abs(mine - theirs) < LEVEL_SCORE;
  });

/** Speed and size do not make up for a test that fails: who fixes less comes after who fixes the same and more. */
const fixedFirst = (level: readonly Contender[]): readonly Contender[] => {
  const isOutdone = (one: Contender): boolean => level.some((other) => fixesMore(other, one));
  return [...level.filter((one) => !isOutdone(one)), ...level.filter(isOutdone)];
};

/** Speed depends more on the machine: among candidates equal apart from it, the one with most agreement leads. */
const agreedFirst = (level: readonly Contender[]): readonly Contender[] => {
  const [top] = level;
  if (top === undefined || !isProvenByReadTests(top)) return level;
  const equals = level.filter(({ standing }) => hasSameMerits(standing, top.standing));
  const most = Math.max(...equals.map(({ estimate }) => estimate.agreement));
  const lead = equals.find(({ estimate }) => estimate.agreement === most) ?? top;
  return [lead, ...level.filter((one) => one !== lead)];
};

const likeliest = (contenders: readonly Contender[]): Contender[] => {
  const proofDecides = contenders.some(isProven);
  const score = (one: Contender): number => scoreOf(one, proofDecides);
  const best = Math.max(...contenders.map(score));
  const level = contenders.filter((one) => best - score(one) <= LEVEL_LOG_ODDS);
  const rest = contenders.filter((one) => !level.includes(one));
  return [
    ...agreedFirst(fixedFirst(level.sort((one, other) => one.place - other.place))),
    ...rest.sort((one, other) => score(other) - score(one) || one.place - other.place),
  ];
};

const leaning = (first: Contender, field: Field, objection: Objection): Decision => {
  const left = objection.left ?? [first, ...field.rivals];
  const settle = [...(objection.settle ?? whatSettles(first, field.earlier))];
  const names = left.slice(0, MOST_LEFT).map(({ standing }) => standing.name);
  // A candidate without test results, or too many to review, is not a lean.
  const few = left.length <= MOST_LEFT && first.standing.tests !== null;
  return few
    ? { ...decision('leaning', names, objection.reason), settle }
    : { ...decision('none', [], objection.reason), settle };
};

const isOnlyTests = ({ standing }: Contender): boolean => !standing.changesSource;

type Asked = { readonly first: Contender; readonly field: Field; readonly objection: Objection | null };

/** Null: no candidate can be named at all. */
const ask = ({ policy, earlier = false, ...choice }: Undecided): Asked | null => {
  const all = contendersIn({ policy, ...choice });
  const contenders = policy.require === 'none' ? all : all.filter((one) => !isOnlyTests(one));
  const ranked = likeliest(contenders);
  const [first] = ranked;
  if (first === undefined) return null;
  const field = { ranked, rivals: rivalsOf(first, ranked), policy, earlier };
  for (const objects of OBJECTIONS) {
    const objection = objects(first, field);
    if (objection !== null) return { first, field, objection };
  }
  return { first, field, objection: null };
};

/** Whether the decision depends on how candidates behave on other inputs. */
export const asksBehaviour = (choice: Undecided): boolean => {
  const asked = ask(choice);
  if (asked === null) return false;
  const { first, field, objection } = asked;
  return objection === null ? dependsOnInputs(first, field.ranked) : objection.asksBehaviour === true;
};

/** Which candidate to name, if any. Pure: the same evidence and policy give the same answer. */
export const nameWinner = (choice: Undecided): Decision => {
  const asked = ask(choice);
  if (asked === null)
    return choice.standings.some(({ mergeable }) => mergeable)
      ? {
          ...decision('none', [], 'no candidate that passes every gate changes the source'),
          settle: ['if the task is about tests or documentation alone: [decision] require = "none"'],
        }
      : decision('none', [], 'no candidate passes every gate');
  const { first, field, objection } = asked;
  if (objection !== null) return leaning(first, field, objection);
  return decision(
    'winner',
    [first.standing.name],
    `${percent(first.estimate.probability)} likely to be right`,
  );
};
