import { BASELINE } from '../domain/evidence/baseline.ts';
import type { ProbedCall, ProbeOutcome, Probes } from '../domain/evidence/probes.ts';
import type { ProbeRules } from '../languages/parts/probe-rules.ts';
import type { PlayedOutcome } from './read-outcomes.ts';
import type { ProbeCall } from './read-recording.ts';
import type { PlannedCall } from './vary-calls.ts';

/** One tree, all candidates that proposed it, and its outcomes in two runs. */
export type PlayedTree = {
  /** `baseline`, or names of candidates. */
  readonly names: readonly string[];
  readonly runs: readonly [ReadonlyMap<number, PlayedOutcome>, ReadonlyMap<number, PlayedOutcome>];
};

const LONGEST_ARGUMENT = 90;
const LONGEST_CALL = 300;
/** Calls kept for each way in which the candidates fall into groups. */
const MOST_ALIKE = 3;
const MOST_KEPT = 40;

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;

/** The call as source code. */
export const writeCall = (rules: Pick<ProbeRules, 'write'>, call: ProbeCall): string => {
  const given = [
    ...call.positional.map((value) => cut(rules.write(value), LONGEST_ARGUMENT)),
    ...Object.entries(call.named).map(
      ([key, value]) => `${key}=${cut(rules.write(value), LONGEST_ARGUMENT)}`,
    ),
  ];
  return cut(`${call.name}(${given.join(', ')})`, LONGEST_CALL);
};

type Seen = Omit<ProbeOutcome, 'names'> & { readonly key: string };

/** Every author words error messages differently: only the type is compared. */
const seenAs = ({ kind, how, type, text, digest }: PlayedOutcome): Seen => {
  if (kind === 'unbuilt') return { kind: 'missing', type, text, key: 'missing' };
  const key = JSON.stringify([kind, kind === 'threw' ? type : '', digest, how]);
  return { kind, ...(how === undefined ? {} : { how }), type, text, key };
};

const UNSTABLE: Seen = { kind: 'unstable', type: '', text: '', key: 'unstable' };

const onTree = ({ runs }: PlayedTree, at: number): Seen | null => {
  const [first, second] = runs.map((run) => run.get(at));
  if (first === undefined || second === undefined) return null;
  const [a, b] = [seenAs(first), seenAs(second)];
  return a.key === b.key ? a : UNSTABLE;
};

type Compared = {
  readonly verdict: 'not-played' | 'unstable' | 'alike' | 'different';
  readonly outcomes: readonly ProbeOutcome[];
  /** Every tree returned a value. */
  readonly answered: boolean;
};

/** Invalid input that most candidates reject shows how errors are raised, not what is right. */
const isNoise = (outcomes: readonly ProbeOutcome[], origin: PlannedCall['origin']): boolean => {
  const others = outcomes.map((one) => ({ ...one, names: one.names.filter((name) => name !== BASELINE) }));
  const count = (kept: readonly ProbeOutcome[]): number =>
    kept.reduce((sum, { names }) => sum + names.length, 0);
  const refused = count(others.filter(({ kind }) => kind === 'threw' || kind === 'missing'));
  if (refused === count(others)) return true;
  const onBase = outcomes.find(({ names }) => names.includes(BASELINE))?.kind;
  return origin !== 'observed' && onBase === 'threw' && 2 * refused >= count(others);
};

/** What a new helper of one candidate returns shows nothing about those that have no such function. */
const isNewHelper = (outcomes: readonly ProbeOutcome[]): boolean => {
  const missing = outcomes.find(({ kind }) => kind === 'missing')?.names ?? [];
  return missing.includes(BASELINE) && missing.length > 1;
};

/** One slow candidate must not keep the others from being compared. */
const FEWEST_PLAYED = 2;

const compareCall = (trees: readonly PlayedTree[], planned: PlannedCall, at: number): Compared => {
  const groups = new Map<string, Seen & { readonly names: string[] }>();
  let [unstable, candidates, onBase] = [0, 0, false];
  for (const tree of trees) {
    const seen = onTree(tree, at);
    if (seen === null) continue;
    if (tree.names.includes(BASELINE)) onBase = true;
    else candidates += 1;
    if (seen.kind === 'unstable') unstable += 1;
    const group = groups.get(seen.key);
    if (group === undefined) groups.set(seen.key, { ...seen, names: [...tree.names] });
    else group.names.push(...tree.names);
  }
  const outcomes = [...groups.values()]
    .map(({ names, kind, how, type, text }): ProbeOutcome => ({
      names,
      kind,
      ...(how === undefined ? {} : { how }),
      type,
      text,
    }))
    .sort((a, b) => b.names.length - a.names.length);
  const answered =
    onBase && candidates + 1 === trees.length && outcomes.every(({ kind }) => kind === 'returned');
  const verdict = (is: Compared['verdict']): Compared => ({ verdict: is, outcomes, answered });
  const enough = onBase && candidates >= Math.min(FEWEST_PLAYED, trees.length - 1);
  if (!enough || outcomes.every(({ kind }) => kind === 'missing')) return verdict('not-played');
  // If only one tree is unstable, its own code is the cause.
  if (unstable > 1 || groups.get(UNSTABLE.key)?.names.includes(BASELINE)) return verdict('unstable');
  const isComparable = !isNewHelper(outcomes) && !isNoise(outcomes, planned.origin);
  return verdict(dividesCandidates(outcomes) && isComparable ? 'different' : 'alike');
};

/** How a call divides the candidates, whatever they return. */
export const partitionOf = (outcomes: readonly { readonly names: readonly string[] }[]): string =>
  JSON.stringify(
    outcomes
      .map(({ names }) => names.filter((name) => name !== BASELINE).sort())
      .filter((names) => names.length > 0)
      .sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1)),
  );

/** The first call of every way in which calls divide the candidates. */
export const distinctCalls = (calls: readonly ProbedCall[]): readonly ProbedCall[] =>
  [...new Map(calls.toReversed().map((call) => [partitionOf(call.outcomes), call])).values()].toReversed();

/** Whether candidates differ; the base may differ from all of them. */
export const dividesCandidates = (outcomes: readonly { readonly names: readonly string[] }[]): boolean =>
  outcomes.filter(({ names }) => names.some((name) => name !== BASELINE)).length > 1;

const PLACES: readonly ProbedCall['origin'][] = ['observed', 'proposed', 'varied'];

/** A few calls for each partition: calls of tests first, variations last, short ones before long ones. */
const keepSome = (calls: readonly ProbedCall[]): readonly ProbedCall[] => {
  const ordered = calls
    .map((call, at) => ({ call, at }))
    .sort(
      (a, b) =>
        PLACES.indexOf(a.call.origin) - PLACES.indexOf(b.call.origin) ||
        a.call.call.length - b.call.call.length ||
        a.at - b.at,
    )
    .map(({ call }) => call);
  const kept = new Map<string, ProbedCall[]>();
  for (const call of ordered) {
    const alike = kept.get(partitionOf(call.outcomes)) ?? [];
    if (alike.length < MOST_ALIKE) kept.set(partitionOf(call.outcomes), [...alike, call]);
  }
  const lists = [...kept.values()];
  return [0, 1, 2].flatMap((turn) => lists.flatMap((list) => list[turn] ?? [])).slice(0, MOST_KEPT);
};

/** From the outcomes on every tree to the calls on which candidates differ. */
export const comparePlays = (
  rules: Pick<ProbeRules, 'write'>,
  planned: readonly PlannedCall[],
  trees: readonly PlayedTree[],
): Pick<Probes, 'names' | 'functions' | 'played' | 'alike' | 'answered' | 'moved' | 'unstable' | 'calls'> => {
  const counts = { played: 0, alike: 0, answered: 0, unstable: 0 };
  const moved = new Map<string, number>();
  const calls: ProbedCall[] = [];
  const compared = planned.map((one, at) => compareCall(trees, one, at));
  for (const [at, one] of planned.entries()) {
    const { verdict, outcomes, answered } = compared[at] as Compared;
    if (verdict === 'not-played') continue;
    counts.played += 1;
    if (answered && one.origin !== 'observed') counts.answered += 1;
    if (one.origin !== 'observed' && verdict !== 'unstable')
      for (const { names, kind } of outcomes)
        if (kind === 'returned' && !names.includes(BASELINE))
          for (const name of names) moved.set(name, (moved.get(name) ?? 0) + 1);
    if (verdict === 'unstable') counts.unstable += 1;
    else if (verdict === 'alike') counts.alike += 1;
    else
      calls.push({
        call: writeCall(rules, one.call),
        function: cut(`${one.call.module}:${one.call.name}`, LONGEST_CALL),
        origin: one.origin,
        ...(one.parent === null
          ? {}
          : {
              parent: {
                call: writeCall(rules, (planned[one.parent] as PlannedCall).call),
                groups: (compared[one.parent] as Compared).outcomes.map(({ names }) => names),
              },
            }),
        from: one.from,
        outcomes: [...outcomes],
      });
  }
  return {
    names: trees.flatMap(({ names }) => names),
    functions: [...new Set(planned.map(({ call }) => cut(`${call.module}:${call.name}`, LONGEST_CALL)))],
    ...counts,
    moved: Object.fromEntries(moved),
    calls: [...keepSome(calls)],
  };
};
