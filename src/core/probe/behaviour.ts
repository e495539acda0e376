import { BASELINE } from '../domain/evidence/baseline.ts';
import type { ProbedCall, Probes } from '../domain/evidence/probes.ts';
import { partitionOf } from './compare-plays.ts';

/** Candidates that behave alike in every probe. */
export type BehaviourCluster = { readonly names: readonly string[] };

/** The probes' results for one candidate. */
export type ProbeFacts = {
  readonly name: string;
  /** Calls that it alone cannot answer, while the base and all others can. */
  readonly ownCrashes: number;
  /** Calls on which no other candidate agrees with it. */
  readonly alone: number;
  /** Mean share of other candidates that agree with it, over the ways in which candidates differ; null: they do not. */
  readonly agreement: number | null;
  /** Variations of a test's call on which it falls back to the base's answer, unlike those that agreed on the call. */
  readonly onlyOnTests: number;
};

type Answered = Pick<Probes, 'names' | 'calls' | 'leftovers'>;

/** Scripts that answer count like calls; one that only some trees can start does not. */
const groupsIn = ({
  calls,
  leftovers,
}: Answered): readonly (readonly { readonly names: readonly string[] }[])[] => [
  ...calls.map(({ outcomes }) => outcomes),
  ...leftovers
    .filter(({ outcomes }) => outcomes.every(({ kind }) => kind === 'answer'))
    .map(({ outcomes }) => outcomes),
];

const candidatesIn = ({ names }: Answered): readonly string[] => names.filter((name) => name !== BASELINE);

const ABSENT = -1;

/** The largest first; candidates of equal clusters in the order of the field. A call that was not played on a candidate shows nothing about it. */
export const clustersOf = (probes: Answered): readonly BehaviourCluster[] => {
  const groups = groupsIn(probes);
  const rows = candidatesIn(probes).map((name, at) => ({
    name,
    at,
    row: groups.map((outcomes) => outcomes.findIndex(({ names }) => names.includes(name))),
  }));
  const absences = (row: readonly number[]): number => row.filter((group) => group === ABSENT).length;
  const clusters: { readonly row: number[]; readonly members: { name: string; at: number }[] }[] = [];
  for (const { row, ...member } of rows.toSorted((a, b) => absences(a.row) - absences(b.row))) {
    const same = clusters.find((cluster) => {
      const shared = row.flatMap((group, call) =>
        group === ABSENT || cluster.row[call] === ABSENT ? [] : [group === cluster.row[call]],
      );
      return (groups.length === 0 || shared.length > 0) && shared.every(Boolean);
    });
    if (same === undefined) clusters.push({ row: [...row], members: [member] });
    else {
      same.members.push(member);
      for (const [call, group] of row.entries()) if (group !== ABSENT) same.row[call] = group;
    }
  }
  return clusters
    .map(({ members }) => members.toSorted((a, b) => a.at - b.at))
    .sort((a, b) => b.length - a.length || (a[0]?.at ?? 0) - (b[0]?.at ?? 0))
    .map((members) => ({ names: members.map(({ name }) => name) }));
};

const movesOf = ({ moved = {} }: Pick<Probes, 'moved'>, name: string): number =>
  Object.hasOwn(moved, name) ? (moved[name] ?? 0) : 0;

/** Fewer answered calls than this do not show that two candidates behave alike. */
const ENOUGH_CALLS = 10;

/**
 * Candidates that gave the same answer as this one to every call, if enough varied calls were answered by all. Those
 * whose answers differ from the base's on calls of tests alone may have memorised the tests.
 */
export const behavesLike = (probes: Probes, name: string): readonly string[] =>
  (probes.answered ?? 0) < ENOUGH_CALLS || (probes.moved !== undefined && movesOf(probes, name) === 0)
    ? []
    : (clustersOf(probes).find(({ names }) => names.includes(name))?.names ?? []).filter(
        (other) => other !== name,
      );

const groupOf = ({ outcomes }: ProbedCall, name: string) =>
  outcomes.find(({ names }) => names.includes(name));

/** It alone, or with copies of itself (`isSame`), cannot answer, while the base and all others can. */
export const isOwnCrash = (
  call: ProbedCall,
  name: string,
  isSame = (other: string): boolean => other === name,
): boolean => {
  const own = groupOf(call, name);
  const fails = own?.kind === 'threw' || own?.kind === 'timeout';
  return (
    fails && own.names.every(isSame) && call.outcomes.every((one) => one === own || one.kind === 'returned')
  );
};

/** It agrees with others against the base on a test's own call, but falls back to the base on a variation of it. */
const holdsOnlyOnTest = (call: ProbedCall, name: string): boolean => {
  const then = call.parent?.groups.find((names) => names.includes(name));
  if (then === undefined || then.includes(BASELINE)) return false;
  const others = then.filter((one) => one !== name);
  const now = groupOf(call, name);
  return (
    others.length > 0 &&
    now?.names.includes(BASELINE) === true &&
    others.every((one) => !now.names.includes(one))
  );
};

/** With this share of another's changed answers, or less, it may have been written for single inputs. */
const FEW_MOVES = 0.5;

/**
 * Others that change the base's answer to calls on which it keeps that answer, and never the other way round; if it
 * changes most of what they change, they may differ on odd inputs alone.
 */
export const narrowerThan = (probes: Pick<Probes, 'calls' | 'moved'>, name: string): readonly string[] => {
  const { calls } = probes;
  const [broader, narrower] = [new Set<string>(), new Set<string>()];
  for (const call of calls.filter(({ origin }) => origin !== 'observed')) {
    const own = groupOf(call, name);
    const base = groupOf(call, BASELINE);
    if (own === undefined || base === undefined) continue;
    if (own === base) {
      for (const group of call.outcomes)
        if (group !== base && group.kind === 'returned') for (const other of group.names) broader.add(other);
    } else for (const other of base.names) narrower.add(other);
  }
  return [...broader].filter(
    (other) => !narrower.has(other) && movesOf(probes, name) <= FEW_MOVES * movesOf(probes, other),
  );
};

/** Every way in which inputs divide the candidates, once. */
export const waysOf = (probes: Answered): readonly (readonly { readonly names: readonly string[] }[])[] => [
  ...new Map(groupsIn(probes).map((groups) => [partitionOf(groups), groups])).values(),
];

/** One fact sheet for each candidate, in the order of the field. */
export const probeFacts = (probes: Answered): readonly ProbeFacts[] => {
  const candidates = candidatesIn(probes);
  const ways = waysOf(probes);
  return candidates.map((name) => {
    const shares = ways.flatMap((groups) => {
      const own = groups.find(({ names }) => names.includes(name))?.names;
      return own === undefined
        ? []
        : [(own.filter((one) => one !== BASELINE).length - 1) / Math.max(1, candidates.length - 1)];
    });
    return {
      name,
      ownCrashes: probes.calls.filter((call) => isOwnCrash(call, name)).length,
      alone: probes.calls.filter((call) => groupOf(call, name)?.names.length === 1).length,
      agreement: shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length,
      onlyOnTests: probes.calls.filter((call) => holdsOnlyOnTest(call, name)).length,
    };
  });
};
