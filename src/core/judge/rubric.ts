import * as z from 'zod';
import type { JsonSchema } from '../domain/agent/conversation.ts';
import { findObjectWith } from '../domain/json/find-object-with.ts';
import { measured, missing, type Measured } from '../domain/measured.ts';
import {
  changeUnderReview,
  type JudgedChange,
  type JudgePrompt,
  oneLine,
  SENTINEL,
  UNTRUSTED,
} from './judge-prompt.ts';

/** What a task's author looks for, beyond what can be checked. */
export const Criterion = z.strictObject({
  name: z.string().trim().min(1).max(500).describe('What the judge looks for, in words.'),
  weight: z.number().positive().max(1000).default(1).describe('How much it counts relative to the others.'),
});
export type Criterion = z.infer<typeof Criterion>;

const BEST = 100;

export const RUBRIC_SHAPE: { readonly name: string; readonly schema: JsonSchema } = {
  name: 'rubric',
  schema: {
    type: 'object',
    properties: {
      scores: {
        type: 'array',
        items: { type: 'number' },
        description: 'One number from 0 to 100 a criterion, in their order.',
      },
      rationale: { type: 'string', description: 'Two sentences at most.' },
    },
    required: ['scores', 'rationale'],
    additionalProperties: false,
  },
};

/** The criteria come from the task, and so are trusted; task, change and log are data. */
export const rubricPrompt = (
  rubric: readonly Criterion[],
  change: JudgedChange,
  nonce: string,
): JudgePrompt => ({
  system: [
    `${SENTINEL} rubric ${rubric.length}`,
    'You review one change to a repository and score it by each of these criteria:',
    ...rubric.map(({ name }, at) => `${at + 1}. ${oneLine(name)}`),
    ...UNTRUSTED(nonce),
    'Answer with only a JSON object: {"scores": [0 to 100 for each criterion, in order], "rationale": "two sentences"}.',
  ].join('\n'),
  user: [...changeUnderReview(change, nonce), 'Give your scores as JSON.'].join('\n\n'),
});

const Scores = z.looseObject({ scores: z.array(z.number().min(0).max(BEST)) });

/** Each criterion's score, 0..1; a reply that does not score every criterion is invalid. */
export const readRubricScores = (
  reply: string,
  rubric: readonly Criterion[],
): Measured<readonly number[]> => {
  const search = findObjectWith(reply, 'scores');
  const read = Scores.safeParse(typeof search === 'string' ? null : search.found);
  if (!read.success) return missing('not-configured', 'the reply has no scores from 0 to 100');
  const { scores } = read.data;
  return scores.length === rubric.length
    ? measured(scores.map((score) => score / BEST))
    : missing('not-configured', `the reply scores ${scores.length} of ${rubric.length} criteria`);
};

/** Mean by weight, 0..1. */
export const weighScores = (scores: readonly number[], rubric: readonly Criterion[]): number => {
  const weights = rubric.map(({ weight }) => weight);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return scores.reduce((sum, score, at) => sum + score * ((weights[at] ?? 0) / all), 0);
};

/** The fixed reply of a scripted judge for this number of criteria. */
export const mockRubricReply = (system: string): string | null => {
  const count = new RegExp(`^${SENTINEL} rubric (\\d{1,4})\n`).exec(system)?.[1];
  if (count === undefined) return null;
  const scores = Array.from({ length: Number(count) }, () => 80);
  return JSON.stringify({ scores, rationale: 'mock judge' });
};
