import type * as z from 'zod';
import { canonicalJson } from '../domain/json/canonical-json.ts';
import { findObjectsWith } from '../domain/json/find-object-with.ts';
import { measured, missing, type Measured } from '../domain/measured.ts';

export const invalidReply = (reason: string): Measured<never> => missing('infrastructure', reason);

/**
 * The JSON object with this key in a reply. Text around it is allowed; two different answers in one reply are invalid,
 * since one may be quoted from a patch.
 */
export const readAnswer = <T>(reply: string, key: string, shape: z.ZodType<T>): Measured<T> => {
  const found = findObjectsWith(reply, key, 2);
  if (found === 'none') return invalidReply(`the reply has no ${key}`);
  if (found === 'too-much') return invalidReply('the reply is too tangled to be read');
  const [answer, other] = found;
  if (other !== undefined && canonicalJson(other) !== canonicalJson(answer))
    return invalidReply('the reply gives two different answers');
  const read = shape.safeParse(answer);
  return read.success
    ? measured(read.data)
    : invalidReply('the reply is not of the shape that was asked for');
};
