import * as z from 'zod';
import type { PanelOpinion } from '../domain/evidence/panel.ts';
import { measured, type Measured } from '../domain/measured.ts';
import { compareText } from '../math/compare-text.ts';
import { letterOf } from './panel-prompt.ts';
import { invalidReply, readAnswer } from './read-answer.ts';

const LONGEST_REASON = 500;
const PERCENT = 100;

const Reply = z.looseObject({
  same: z.array(z.array(z.string()).max(100)).max(100).optional().catch(undefined),
  probabilities: z.record(z.string(), z.union([z.number(), z.string().max(20)])),
  pick: z.string().max(100).nullish().catch(null),
  reason: z.string().nullish().catch(null),
});

/** Reads `0.7`, `"0.7"` and `"70 %"`; null: anything else. */
const readNumber = (given: number | string): { readonly value: number; readonly percent: boolean } | null => {
  if (typeof given === 'number') return { value: given, percent: false };
  const text = given.trim();
  const percent = text.endsWith('%');
  const plain = percent ? text.slice(0, -1).trim() : text;
  return /^\d{1,3}(?:\.\d{1,10})?$/.test(plain) ? { value: Number(plain), percent } : null;
};

/**
 * Null: not a probability for every letter. Numbers without a sign are percentages if one of them is above 1; beside
 * numbers with a sign they would be ambiguous.
 */
const readProbabilities = (
  given: Readonly<Record<string, number | string>>,
  letters: readonly string[],
): readonly number[] | null => {
  const read = letters.map((letter) =>
    Object.hasOwn(given, letter) ? readNumber(given[letter] ?? '') : null,
  );
  const numbers = read.flatMap((one) => one ?? []);
  if (numbers.length < letters.length) return null;
  const signs = new Set(numbers.map((one) => one.percent));
  if (signs.size > 1) return null;
  const percent = signs.has(true) || numbers.some(({ value }) => value > 1);
  const values = numbers.map(({ value }) => (percent ? value / PERCENT : value));
  return values.every((value) => value >= 0 && value <= 1) ? values : null;
};

const readLetter = (given: string, letters: readonly string[]): number => {
  const word = given.trim().replace(/^candidate\s+/i, '');
  return letters.indexOf(word.toUpperCase());
};

/** Groups of at least two; a letter that is in several joins them. */
const readClusters = (
  given: readonly (readonly string[])[],
  letters: readonly string[],
): readonly number[][] => {
  const groupOf = letters.map((_, at) => at);
  for (const group of given) {
    const members = group.map((word) => readLetter(word, letters)).filter((at) => at >= 0);
    const [first] = members;
    if (first === undefined) continue;
    const joined = new Set(members.map((at) => groupOf[at]));
    for (const [at, own] of groupOf.entries()) if (joined.has(own)) groupOf[at] = groupOf[first] as number;
  }
  return [...new Set(groupOf)].map((group) => groupOf.flatMap((own, at) => (own === group ? [at] : [])));
};

const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_REASON);

/** A reply as an opinion on candidates by name. */
export const readOpinion = (reply: string, order: readonly (readonly string[])[]): Measured<PanelOpinion> => {
  const read = readAnswer(reply, 'probabilities', Reply);
  if (!read.known) return read;
  const letters = order.map((_, at) => letterOf(at));
  const values = readProbabilities(read.value.probabilities, letters);
  if (values === null)
    return invalidReply('the reply does not give every candidate a probability from 0 to 1');
  const named = (at: number): readonly string[] => order[at] ?? [];
  const pick = named(readLetter(read.value.pick ?? '', letters))[0];
  if (pick === undefined) return invalidReply('the reply picks none of the candidates');
  return measured({
    clusters: readClusters(read.value.same ?? [], letters).map((group) => group.flatMap(named).toSorted()),
    probabilities: order
      .flatMap((names, at) => names.map((candidate) => ({ candidate, probability: values[at] ?? 0 })))
      .toSorted((left, right) => compareText(left.candidate, right.candidate)),
    pick,
    reason: oneLine(read.value.reason ?? ''),
  });
};
