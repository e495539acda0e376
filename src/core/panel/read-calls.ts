import * as z from 'zod';
import { canonicalJson } from '../domain/json/canonical-json.ts';
import { findObjectsWith } from '../domain/json/find-object-with.ts';
import { parseJson } from '../domain/json/parse-json.ts';
import { measured, missing, type Measured } from '../domain/measured.ts';
import type { ProposedCall } from '../probe/propose-calls.ts';
import { isPlain } from '../probe/read-recording.ts';

const MOST_CALLS = 12;
const LONGEST_ARGUMENTS = 4_000;

const Reply = z.looseObject({
  calls: z.array(z.looseObject({ function: z.int(), arguments: z.unknown() })).max(100),
});

const invalid = (reason: string): Measured<readonly ProposedCall[]> => missing('infrastructure', reason);

/** An array, or its JSON as a text. */
const argumentsIn = (given: unknown): unknown =>
  typeof given === 'string' && given.length <= LONGEST_ARGUMENTS ? parseJson(given) : given;

/** A reply as calls of the listed functions, with plain data as arguments; any other call is left out. */
export const readCalls = (reply: string, functions: number): Measured<readonly ProposedCall[]> => {
  const found = findObjectsWith(reply, 'calls', 2);
  if (found === 'none') return invalid('the reply has no calls');
  if (found === 'too-much') return invalid('the reply is too tangled to be read');
  const [answer, other] = found;
  if (other !== undefined && canonicalJson(other) !== canonicalJson(answer))
    return invalid('the reply gives two different answers');
  const read = Reply.safeParse(answer);
  if (!read.success) return invalid('the reply is not of the shape that was asked for');
  const calls = read.data.calls.flatMap((one): readonly ProposedCall[] => {
    const positional = argumentsIn(one.arguments);
    const isKnown = one.function >= 1 && one.function <= functions;
    return isKnown && Array.isArray(positional) && isPlain(positional)
      ? [{ function: one.function - 1, positional }]
      : [];
  });
  return measured(calls.slice(0, MOST_CALLS));
};
