import { findObjectWith } from '../domain/json/find-object-with.ts';
import { measured, missing, type Measured } from '../domain/measured.ts';
import { Choice } from './judge-prompt.ts';

export type Better = 'first' | 'second' | 'neither';

/** Which of two changes a judge prefers, from the first JSON object of its reply that names one. */
export const readChoice = (reply: string): Measured<Better> => {
  const search = findObjectWith(reply, 'better');
  const parsed = Choice.safeParse(typeof search === 'string' ? null : search.found);
  return parsed.success
    ? measured(parsed.data.better)
    : missing('not-configured', 'the reply does not say which is better');
};

const TURNED: Readonly<Record<Better, Better>> = { first: 'second', second: 'first', neither: 'neither' };

/** Asked in both orders: a change must win both times. A judge that prefers a position has no preference. */
export const bothWays = (asGiven: Measured<Better>, turned: Measured<Better>): Measured<Better> => {
  if (!asGiven.known) return asGiven;
  if (!turned.known) return turned;
  return measured(asGiven.value === TURNED[turned.value] ? asGiven.value : 'neither');
};

/** More judges for one than for the other; unknown if no judge gave a valid answer. */
export const majority = (choices: readonly Measured<Better>[]): Measured<Better> => {
  const valid = choices.flatMap((choice) => (choice.known ? [choice.value] : []));
  if (valid.length === 0) return missing('not-configured', 'no judge gave a valid answer');
  const lead =
    valid.filter((choice) => choice === 'first').length -
    valid.filter((choice) => choice === 'second').length;
  return measured(lead > 0 ? 'first' : lead < 0 ? 'second' : 'neither');
};
