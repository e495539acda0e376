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

/** How many hidden tests a candidate passes that the base does not. */
type HiddenFixed = (name: string) => number;

const shows = ({ agent, proof }: Ranking, hiddenFixed: HiddenFixed): string => {
  const hidden = hiddenFixed(agent);
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

/** The strongest evidence for a candidate, besides the starting term that all share. */
const strongest = ({ likelihood }: Ranking): string | null =>
  (likelihood?.terms ?? [])
    .slice(1)
    .reduce<{ why: string; log_odds: number } | null>(
      (best, term) => (term.log_odds > (best?.log_odds ?? 0) ? term : best),
      null,
    )?.why ?? null;

/** The documented order has another candidate first: report that, and why it does not decide. */
const overOrder = (winner: Ranking, first: Ranking): string => {
  const [ours, theirs] = [winner.proof?.fixed ?? 0, first.proof?.fixed ?? 0];
  if (likelihoodOf(winner) === likelihoodOf(first) && ours > theirs)
    return `${first.agent} comes first by its score, but ${winner.agent} makes more failing tests of the base pass (${ours} against ${theirs}).`;
  const why = strongest(winner);
  return `${first.agent} comes first by its score, but ${winner.agent} is more probably right (${likelihoodOf(winner)} against ${likelihoodOf(first)})${why === null ? '' : `: it ${why}`}.`;
};

const whyWinner = (name: string, rankings: readonly Ranking[], hiddenFixed: HiddenFixed): string[] => {
  const [first, second] = rankings;
  const winner = rankings.find(({ agent }) => agent === name);
  if (first === undefined || winner === undefined) return [];
  if (winner !== first) return [overOrder(winner, first), shows(winner, hiddenFixed)];
  const opening =
    second === undefined
      ? `${first.agent} is the only candidate and passes every gate.`
      : before(first, second);
  return [opening, shows(first, hiddenFixed)];
};

const listed = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Two sentences: why the winner beat the second, and what shows that it works; or why there is none. */
export const whyDecision = (
  { kind, candidates, reason }: Decision,
  rankings: readonly Ranking[],
  hiddenFixed: HiddenFixed = () => 0,
): string[] => {
  const [name] = candidates;
  if (kind === 'winner' && name !== undefined) return whyWinner(name, rankings, hiddenFixed);
  const left =
    kind === 'leaning' && name !== undefined
      ? [`${candidates.length === 1 ? `${name} is` : `${listed(candidates)} are`} left.`]
      : [];
  return reason === '' ? [] : [`${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`, ...left];
};
