import * as z from 'zod';
import { parseJson } from '../domain/json/parse-json.ts';
import { measured, type Measured } from '../domain/measured.ts';
import type { ProposedCall } from '../probe/propose-calls.ts';
import { isPlain } from '../probe/read-recording.ts';
import { readAnswer } from './read-answer.ts';

const MOST_CALLS = 12;
const LONGEST_ARGUMENTS = 4_000;

const Reply = z.looseObject({
  calls: z.array(z.looseObject({ function: z.int(), arguments: z.unknown() })).max(100),
});

/** An array, or its JSON as a text. */
const argumentsIn = (given: unknown): unknown =>
  typeof given === 'string' && given.length <= LONGEST_ARGUMENTS ? parseJson(given) : given;

/** A reply as calls of the listed functions, with plain data as arguments; any other call is left out. */
export const readCalls = (reply: string, functions: number): Measured<readonly ProposedCall[]> => {
  const read = readAnswer(reply, 'calls', Reply);
  if (!read.known) return read;
  const calls = read.value.calls.flatMap((one): readonly ProposedCall[] => {
    const positional = argumentsIn(one.arguments);
    const isKnown = one.function >= 1 && one.function <= functions;
    return isKnown && Array.isArray(positional) && isPlain(positional)
      ? [{ function: one.function - 1, positional }]
      : [];
  });
  return measured(calls.slice(0, MOST_CALLS));
};
