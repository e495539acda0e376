import type { Ranking } from '../../domain/run/conclusion.ts';
import type { Decision } from '../../domain/run/decision.ts';
import { nearlyEqual } from '../../math/nearly-equal.ts';
import { percent, plural } from '../../text/amounts.ts';

/** The dimension that contributes most to the lead. */
const widest = (first: Ranking, second: Ranking): string | null => {
  let [best, name] = [0, null as string | null];
  for (const [dimension, weight] of Object.entries(first.weights)) {
    const [left, right] = [first.breakdown[dimension], second.breakdown[dimension]];
    if (typeof left !== 'number' || typeof right !== 'number') continue;
    const lead = (left - right) * weight;
    if (lead > best) [best, name] = [lead, dimension];
  }
  return name;
};

const byScore = (first: Ranking, second: Ranking): string => {
  const [left, right] = [first.total ?? 0, second.total ?? 0];
  const name = widest(first, second);
  const most =
    name === null
      ? ''
      : `, most of it in ${name} (${first.breakdown[name]?.toFixed(1)} against ${second.breakdown[name]?.toFixed(1)})`;
  return `${first.agent} scores ${left.toFixed(1)} and ${second.agent} ${right.toFixed(1)}${most}.`;
};

const before = (first: Ranking, second: Ranking): string => {
  const [gate] = second.gates;
  if (gate !== undefined)
    return `${first.agent} passes every gate; ${second.agent}, next in line, does not: ${second.reasons[gate] ?? gate}.`;
  if (!second.mergeable) return `${first.agent} passes every gate; ${second.agent} could not be scored.`;
  const [ours, theirs] = [first.proof?.failed_of_others ?? 0, second.proof?.failed_of_others ?? 0];
  if (ours < theirs)
    return `${first.agent} fails ${ours === 0 ? 'none' : ours} of the tests that other authors proved, ${second.agent} fails ${theirs}.`;
  if (first.proof?.progress !== 'none' && second.proof?.progress === 'none')
    return `${first.agent} has a test that fails on the base and passes with it, ${second.agent} has none.`;
  if (!nearlyEqual(first.total ?? 0, second.total ?? 0)) return byScore(first, second);
  return bySlightness(first, second);
};

const smaller = (small: number | null | undefined, large: number | null | undefined): boolean =>
  typeof small === 'number' && typeof large === 'number' && small < large;

/** The tie-breakers between equal totals. */
const bySlightness = (first: Ranking, second: Ranking): string => {
  const [ours, theirs] = [first.proof, second.proof];
  const same = `${first.agent} and ${second.agent} score the same; ${first.agent}`;
  if ((ours?.proven ?? 0) > 0 && (theirs?.proven ?? 0) === 0)
    return `${same} brings a test that proves its change, ${second.agent} brings none.`;
  if ((ours?.fails_claims_of ?? 0) < (theirs?.fails_claims_of ?? 0))
    return `${same} passes what other authors test, ${second.agent} does not.`;
  if (smaller(ours?.source_churn, theirs?.source_churn))
    return `${same} changes fewer lines of source (${ours?.source_churn} against ${theirs?.source_churn}).`;
  if (smaller(ours?.churn, theirs?.churn))
    return `${same} changes fewer lines (${ours?.churn} against ${theirs?.churn}).`;
  return `${first.agent} and ${second.agent} cannot be told apart.`;
};

type Told = {
  /** How many hidden tests a candidate passes that the base does not. */
  readonly hiddenFixed?: (name: string) => number;
  /** Sentences of earlier engines stay as they are. */
  readonly earlier?: boolean;
};

const shows = ({ agent, proof }: Ranking, { hiddenFixed }: Told): string => {
  const hidden = hiddenFixed?.(agent) ?? 0;
  if (proof === undefined) return 'Its tests were not compared with the base by name.';
  const parts = [
    ...(hidden > 0 ? [`passes ${plural(hidden, 'hidden test')} that the base does not`] : []),
    ...(proof.fixed > 0
      ? [`makes ${plural(proof.fixed, 'test')} pass that ${proof.fixed === 1 ? 'fails' : 'fail'} on the base`]
      : []),
    ...(proof.passed_of_others > 0
      ? [`passes ${plural(proof.passed_of_others, 'proven test')} of others`]
      : []),
    ...(proof.proven > 0 ? [`brings ${plural(proof.proven, 'proven test')} of its own`] : []),
  ];
  if (parts.length === 0)
    return 'Nothing proves that it does what was asked: no test fails on the base and passes with it.';
  const last = parts.pop();
  return `It ${parts.length === 0 ? '' : `${parts.join(', ')} and `}${last}.`;
};

const likelihoodOf = ({ likelihood }: Ranking): string => percent(likelihood?.probability ?? 0);

/** Of earlier engines: the strongest evidence for a candidate, besides the starting term that all share. */
const strongest = ({ likelihood }: Ranking): string | null => {
  const [first] = (likelihood?.terms ?? [])
    .slice(1)
    .filter(({ log_odds }) => log_odds > 0)
    .sort((one, other) => other.log_odds - one.log_odds);
  return first === undefined ? null : `it ${first.why}`;
};

/** A term without its numbers: how many tests there are does not change what it adds. */
const kindOf = (why: string): string => why.replaceAll(/\d+/g, '').replaceAll(/s\b/g, '');

/** What most separates two likelihoods: a term of the one that the other lacks. */
const difference = (winner: Ranking, first: Ranking): string | null => {
  const termsOf = ({ likelihood }: Ranking) => (likelihood?.terms ?? []).slice(1);
  const lead = (one: Ranking, other: Ranking, subject: string, sign: 1 | -1) =>
    termsOf(one).map(({ why, log_odds }) => {
      const theirs = termsOf(other).find((term) => kindOf(term.why) === kindOf(why))?.log_odds ?? 0;
      return { text: `${subject} ${why}`, by: sign * (log_odds - theirs) };
    });
  const leads = [...lead(winner, first, 'it', 1), ...lead(first, winner, first.agent, -1)];
  const [most] = leads.filter(({ by }) => by > 0).sort((one, other) => other.by - one.by);
  return most?.text ?? null;
};

/** The documented order has another candidate first: report that, and why it does not decide. */
const overOrder = (
  winner: Ranking,
  first: Ranking,
  { hiddenFixed = () => 0, earlier = false }: Told,
): string => {
  const [ours, theirs] = [winner.proof?.fixed ?? 0, first.proof?.fixed ?? 0];
  if (likelihoodOf(winner) === likelihoodOf(first) && ours > theirs)
    return `${first.agent} comes first by its score, but ${winner.agent} makes more failing tests of the base pass (${ours} against ${theirs}).`;
  const [more, less] = [hiddenFixed(winner.agent), hiddenFixed(first.agent)];
  if (likelihoodOf(winner) === likelihoodOf(first) && more > less)
    return `${first.agent} comes first by its score, but ${winner.agent} passes more hidden tests (${more} against ${less}).`;
  const why = earlier ? strongest(winner) : difference(winner, first);
  if (!earlier && likelihoodOf(winner) === likelihoodOf(first) && why !== null)
    return `${first.agent} comes first by its score, but more speaks for ${winner.agent}: ${why}.`;
  return `${first.agent} comes first by its score, but ${winner.agent} is more probably right (${likelihoodOf(winner)} against ${likelihoodOf(first)})${why === null ? '' : `: ${why}`}.`;
};

const whyWinner = (name: string, rankings: readonly Ranking[], told: Told): string[] => {
  const [first, second] = rankings;
  const winner = rankings.find(({ agent }) => agent === name);
  if (first === undefined || winner === undefined) return [];
  if (winner !== first) return [overOrder(winner, first, told), shows(winner, told)];
  const opening =
    second === undefined
      ? `${first.agent} is the only candidate and passes every gate.`
      : before(first, second);
  return [opening, shows(first, told)];
};

const listed = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Two sentences: why the winner beat the second, and what shows that it works; or why there is none. */
export const whyDecision = (
  { kind, candidates, reason }: Decision,
  rankings: readonly Ranking[],
  told: Told = {},
): string[] => {
  const [name] = candidates;
  if (kind === 'winner' && name !== undefined) return whyWinner(name, rankings, told);
  const left =
    kind === 'leaning' && name !== undefined
      ? [`${candidates.length === 1 ? `${name} is` : `${listed(candidates)} are`} left.`]
      : [];
  return reason === '' ? [] : [`${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`, ...left];
};
