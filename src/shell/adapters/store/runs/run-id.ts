import { randomBytes } from 'node:crypto';
import { InfrastructureError } from '../../../errors/user-error.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RUN_ID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const LENGTH = 26;
const RANDOM_BITS = 80n;
const END = 1n << 128n;

export const isRunId = (text: string): boolean => RUN_ID.test(text);

/** A ULID above every earlier one: if the clock stands still or jumps back, the last one is incremented. */
export const nextRunId = (nowMs: number, latest: string | null): string => {
  const random = BigInt(`0x${randomBytes(10).toString('hex')}`);
  const fresh = (BigInt(Math.max(0, Math.trunc(nowMs))) << RANDOM_BITS) | random;
  const last = latest === null ? -1n : decode(latest);
  const sameOrEarlier = last >= 0n && fresh >> RANDOM_BITS <= last >> RANDOM_BITS;
  const id = sameOrEarlier ? last + 1n : fresh;
  if (id >= END)
    throw new InfrastructureError(
      'run-ids-used-up',
      `No run can come after ${latest ?? 'this time'}.`,
      'Correct the clock, or remove the run with that id if you did not create it.',
    );
  return encode(id);
};

export const runIdTime = (id: string): string => new Date(Number(decode(id) >> RANDOM_BITS)).toISOString();

const decode = (id: string): bigint =>
  [...id].reduce((value, character) => value * 32n + BigInt(ALPHABET.indexOf(character)), 0n);

const encode = (value: bigint): string => {
  let rest = value;
  let text = '';
  for (let at = 0; at < LENGTH; at++) {
    text = `${ALPHABET[Number(rest % 32n)]}${text}`;
    rest /= 32n;
  }
  return text;
};
