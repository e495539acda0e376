import type { ProbeValue } from '../languages/parts/probe-rules.ts';
import { randomBits, type RandomBits } from '../math/statistics/random-bits.ts';
import { unitHash } from '../math/unit-hash.ts';
import type { ProbeCall } from './read-recording.ts';
import { shapeOf, valuesNear } from './vary-value.ts';

/** A call to play, and its origin. */
export type PlannedCall = {
  readonly call: ProbeCall;
  readonly from: string;
  readonly origin: 'observed' | 'varied' | 'proposed';
  /** Position of the observed call among the planned ones. */
  readonly parent: number | null;
};

export type ObservedCall = { readonly call: ProbeCall; readonly from: string };

const MOST_OBSERVED = 14;
/** Calls per function; if there are few functions, each gets more. */
const LEAST_VARIED = 12;
const MOST_FUNCTIONS = 16;
const LONGEST_CALL = 60_000;
/** How often to retry if a variation turns out to be known already. */
const TRIES = 6;

export const keyOf = ({ module, name, positional, named, self, signature }: ProbeCall): string =>
  JSON.stringify([module, name, positional, Object.entries(named).sort(), self ?? null, signature ?? null]);

const groupOf = ({ module, name }: ProbeCall): string => `${module}:${name}`;

const pick = <T>(random: RandomBits, list: readonly T[]): T | undefined => list[random.below(list.length)];

/** Other values that this argument had, or that an argument of the same kind had anywhere. */
const substitutes = (
  value: ProbeValue,
  at: number | string,
  observed: readonly ProbeCall[],
  pool: ReadonlyMap<string, readonly ProbeValue[]>,
): readonly ProbeValue[] => {
  const own = observed.flatMap(({ positional, named }) => {
    const other = typeof at === 'number' ? positional[at] : Object.hasOwn(named, at) ? named[at] : undefined;
    return other === undefined ? [] : [other];
  });
  return [...own, ...(pool.get(shapeOf(value)) ?? [])];
};

type Around = {
  readonly observed: readonly ProbeCall[];
  readonly pool: ReadonlyMap<string, readonly ProbeValue[]>;
  /** Undefined: arguments have types. */
  readonly nothing: ProbeValue | undefined;
};

const otherValue = (
  random: RandomBits,
  value: ProbeValue,
  at: number | string,
  { observed, pool, nothing }: Around,
): ProbeValue | undefined => {
  const draw = random.unit();
  if (draw < 0.06 && nothing !== undefined) return nothing;
  const near = valuesNear(value);
  if (near.length === 0 || draw < 0.45) return pick(random, substitutes(value, at, observed, pool));
  return pick(random, near);
};

/** One argument changed, or the last one left out if arguments may be missing. */
const varyCall = (random: RandomBits, call: ProbeCall, around: Around): ProbeCall | null => {
  const places: (number | string)[] = [...call.positional.keys(), ...Object.keys(call.named)];
  const at = pick(random, places);
  if (at === undefined) return null;
  const isLast = typeof at === 'number' && at > 0 && at === call.positional.length - 1;
  if (around.nothing !== undefined && isLast && random.unit() < 0.08)
    return { ...call, positional: call.positional.slice(0, -1) };
  const value = typeof at === 'number' ? call.positional[at] : call.named[at];
  const other = value === undefined ? undefined : otherValue(random, value, at, around);
  if (other === undefined) return null;
  return typeof at === 'number'
    ? { ...call, positional: call.positional.with(at, other) }
    : { ...call, named: { ...call.named, [at]: other } };
};

const poolOf = (calls: readonly ObservedCall[]): ReadonlyMap<string, readonly ProbeValue[]> => {
  const pool = new Map<string, ProbeValue[]>();
  for (const { call } of calls)
    for (const value of [...call.positional, ...Object.values(call.named)]) {
      const known = pool.get(shapeOf(value)) ?? [];
      if (known.length < 60) known.push(value);
      pool.set(shapeOf(value), known);
    }
  return pool;
};

/** Evenly from the first to the last, so small and large ones are included. */
const spread = <T>(list: readonly T[], most: number): readonly T[] =>
  list.length <= most
    ? list
    : Array.from({ length: most }, (_, at) => list[Math.floor((at * list.length) / most)] as T);

const functionsIn = (calls: readonly ObservedCall[]): readonly (readonly ObservedCall[])[] => {
  const [seen, groups] = [new Set<string>(), new Map<string, ObservedCall[]>()];
  for (const one of calls) {
    const key = keyOf(one.call);
    if (seen.has(key) || key.length > LONGEST_CALL) continue;
    seen.add(key);
    const group = groups.get(groupOf(one.call));
    if (group === undefined) groups.set(groupOf(one.call), [one]);
    else group.push(one);
  }
  // Functions that lead to a changed one show the effect for users; the changed ones show what exactly differs.
  const entrances = [...groups.values()].filter(([first]) => first?.call.mark === -1);
  const changed = [...groups.values()].filter(([first]) => first?.call.mark !== -1);
  return [...changed.slice(0, MOST_FUNCTIONS / 2), ...entrances, ...changed.slice(MOST_FUNCTIONS / 2)].slice(
    0,
    MOST_FUNCTIONS,
  );
};

/** Takes from all lists in turn, so no function crowds out another. */
const inTurns = <T>(lists: readonly (readonly T[])[], most: number): readonly T[] => {
  const taken: T[] = [];
  for (let at = 0; taken.length < most && lists.some((list) => at < list.length); at += 1)
    for (const list of lists) {
      const one = list[at];
      if (one !== undefined && taken.length < most) taken.push(one);
    }
  return taken;
};

type Draft = ObservedCall & { readonly parent: Draft | null };

const varied = (
  group: readonly ObservedCall[],
  drafts: readonly Draft[],
  around: Around,
  most: number,
): readonly Draft[] => {
  const first = group[0];
  if (first === undefined || drafts.length === 0) return [];
  const random = randomBits(Math.floor(unitHash(groupOf(first.call)) * 2 ** 32));
  const known = new Set(group.map(({ call }) => keyOf(call)));
  const made: Draft[] = [];
  for (let at = 0; at < most * TRIES && made.length < most; at += 1) {
    const parent = drafts[at % drafts.length] as Draft;
    const call = varyCall(random, parent.call, around);
    if (call === null || known.has(keyOf(call)) || keyOf(call).length > LONGEST_CALL) continue;
    known.add(keyOf(call));
    made.push({ call, from: parent.from, parent });
  }
  return made;
};

/** The calls to play: those of tests, and variations of them. The same recording gives the same calls. */
export const planCalls = (
  calls: readonly ObservedCall[],
  { nothing, most }: { readonly nothing: ProbeValue | undefined; readonly most: number },
): readonly PlannedCall[] => {
  const pool = poolOf(calls);
  const found = functionsIn(calls);
  const groups = found.map((group) => {
    const drafts = spread(group, MOST_OBSERVED).map((one): Draft => ({ ...one, parent: null }));
    const around = { observed: group.map(({ call }) => call), pool, nothing };
    const more = Math.max(LEAST_VARIED, Math.floor(most / found.length) - drafts.length);
    return inTurns([drafts, varied(group, drafts, around, more)], most);
  });
  const drafts = inTurns(groups, most);
  return drafts.map(({ call, from, parent }) => ({
    call,
    from,
    origin: parent === null ? 'observed' : 'varied',
    parent: parent === null || !drafts.includes(parent) ? null : drafts.indexOf(parent),
  }));
};
