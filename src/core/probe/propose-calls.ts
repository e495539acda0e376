import type { ProbeRules, ProbeValue } from '../languages/parts/probe-rules.ts';
import { writeCall } from './compare-plays.ts';
import type { ProbeCall } from './read-recording.ts';
import { keyOf, type PlannedCall } from './vary-calls.ts';

/** Where calls that a model proposed come from. */
export const PANEL = 'the panel';

const MOST_FUNCTIONS = 16;
const LONGEST_CALL = 4_000;

/** A function that some test calls, so that it is known how to call it. */
export type CallableFunction = { readonly name: string; readonly example: string; readonly call: ProbeCall };

/** Arguments for one of these functions. */
export type ProposedCall = {
  /** Position of the function. */
  readonly function: number;
  readonly positional: readonly ProbeValue[];
};

/** Objects that only the project's own code can make. */
const MADE: ReadonlySet<unknown> = new Set(['opaque', 'global', 'object']);

const isMade = (value: ProbeValue | undefined): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  MADE.has((value as { readonly [key: string]: ProbeValue })['$']);

export const callableFunctions = (
  rules: Pick<ProbeRules, 'write'>,
  planned: readonly PlannedCall[],
): readonly CallableFunction[] => {
  const found = new Map<string, CallableFunction>();
  for (const { call, origin } of planned) {
    const name = `${call.module}:${call.name}`;
    if (origin === 'observed' && !found.has(name))
      found.set(name, { name, example: writeCall(rules, call), call });
  }
  return [...found.values()].slice(0, MOST_FUNCTIONS);
};

/** Proposed calls before the others, so that they are played if time runs out. Calls that are planned anyway are left out. */
export const withProposed = (
  planned: readonly PlannedCall[],
  functions: readonly CallableFunction[],
  proposed: readonly ProposedCall[],
): readonly PlannedCall[] => {
  const known = new Set(planned.map(({ call }) => keyOf(call)));
  const added = proposed.flatMap(({ function: at, positional: given }): readonly PlannedCall[] => {
    const example = functions[at]?.call;
    if (example === undefined) return [];
    // Objects of the example stay, such as the one that a method is called on; so do named arguments.
    const positional = given.map((value, place) => {
      const usual = example.positional[place];
      return usual !== undefined && isMade(usual) ? usual : value;
    });
    const call = { ...example, positional };
    const key = keyOf(call);
    if (known.has(key) || key.length > LONGEST_CALL) return [];
    known.add(key);
    return [{ call, from: PANEL, origin: 'proposed', parent: null }];
  });
  const moved = planned.map((one) => ({
    ...one,
    parent: one.parent === null ? null : one.parent + added.length,
  }));
  return [...added, ...moved];
};
