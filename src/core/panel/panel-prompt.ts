import type { JsonSchema } from '../domain/agent/conversation.ts';
import { fence } from '../judge/fence.ts';
import { type JudgePrompt, oneLine, SENTINEL, UNTRUSTED } from '../judge/judge-prompt.ts';
import type { CodeExcerpt } from './panel-field.ts';

const LONGEST_TASK = 30_000;
const LONGEST_FINDINGS = 6_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The fixed reply of a scripted panellist: it has no preference. */
export const mockOpinion = (system: string): string | null => {
  const letters = new RegExp(`^${SENTINEL} panel (\\d{1,3})\n`).exec(system)?.[1];
  if (letters === undefined) return null;
  const named = Array.from({ length: Number(letters) }, (_, at) => letterOf(at));
  const probabilities = Object.fromEntries(named.map((letter) => [letter, 0.5]));
  return JSON.stringify({ same: [], probabilities, pick: 'A', reason: 'mock panellist' });
};

/** One candidate as a panellist sees it: a letter instead of a name. */
export type ShownCandidate = { readonly patch: string; readonly findings?: readonly string[] };

export type PanelPrompt = {
  readonly task: string;
  readonly code: readonly CodeExcerpt[];
  readonly candidates: readonly ShownCandidate[];
};

export const letterOf = (at: number): string => ALPHABET[at] ?? `Z${at - ALPHABET.length + 1}`;

const probabilitiesOf = (letters: readonly string[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(letters.map((letter) => [letter, { type: 'number' }])),
  required: [...letters],
  additionalProperties: false,
});

export const opinionShape = (
  letters: readonly string[],
): { readonly name: string; readonly schema: JsonSchema } => ({
  name: 'opinion',
  schema: {
    type: 'object',
    properties: {
      same: {
        type: 'array',
        items: { type: 'array', items: { type: 'string', enum: [...letters] } },
        description: 'Groups of candidates that do essentially the same.',
      },
      probabilities: probabilitiesOf(letters),
      pick: { type: 'string', enum: [...letters] },
      reason: { type: 'string', description: 'One sentence.' },
    },
    required: ['same', 'probabilities', 'pick', 'reason'],
    additionalProperties: false,
  },
});

const system = (letters: readonly string[], executed: boolean, nonce: string): string =>
  [
    `${SENTINEL} panel ${letters.length}`,
    'Several candidates changed the same repository for the same task. You say which of them solve it.',
    'A candidate is right if it passes the hidden tests of the real solution, and wrong otherwise. Several, all or none may be right.',
    'Which candidate comes first means nothing; nor does its length.',
    ...UNTRUSTED(nonce),
    'Work in this order:',
    '1. Work out from the task and the code what a right change has to do, in which cases, and what it must leave alone.',
    '2. Find out which candidates do essentially the same, that is, behave alike in all cases that matter.',
    '3. Give each candidate on its own a probability from 0 to 1 that it is right. The probabilities are independent and need not add up to 1; candidates that do the same get the same.',
    '4. Pick the candidate that is most likely right, and give the decisive reason in one sentence.',
    ...(executed
      ? [
          'What the checks found is given as well. Tests that pass do not prove a change right; a change that alone breaks a test is rarely right.',
          'Calls of changed functions and scripts that candidates left were run on all candidates: their results are facts, but an answer that most share may still be wrong.',
        ]
      : ['Nothing was executed.']),
    'Answer with only a JSON object of this shape, with every letter in "probabilities":',
    `{"same": [["A", "B"]], "probabilities": {${letters.map((letter) => `"${letter}": 0.5`).join(', ')}}, "pick": "A", "reason": "one sentence"}`,
  ].join('\n');

export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)}\n[… ${text.length - most} characters left out]`;

const findingsOf = ({ findings }: ShownCandidate, letter: string, nonce: string): readonly string[] =>
  findings === undefined
    ? []
    : [fence(`CHECKS OF CANDIDATE ${letter}`, shortened(findings.join('\n'), LONGEST_FINDINGS), nonce)];

export const taskOf = (task: string, nonce: string): string =>
  task.trim() === ''
    ? 'Nobody said what the changes are for: judge by the code.'
    : fence('TASK', shortened(task, LONGEST_TASK), nonce, { trusted: true });

/** `nonce`: no patch can contain it, since it depends on all patches. */
export const panelPrompt = ({ task, code, candidates }: PanelPrompt, nonce: string): JudgePrompt => {
  const letters = candidates.map((_, at) => letterOf(at));
  const executed = candidates.some(({ findings }) => findings !== undefined);
  return {
    system: system(letters, executed, nonce),
    user: [
      taskOf(task, nonce),
      ...code.map(({ path, from, text }) =>
        fence(`BASE CODE of ${oneLine(path)} from line ${from}`, text, nonce, { trusted: true }),
      ),
      ...candidates.flatMap((candidate, at) => [
        fence(
          `CANDIDATE ${letterOf(at)}`,
          candidate.patch.trim() === '' ? '(the change is empty)' : candidate.patch,
          nonce,
        ),
        ...findingsOf(candidate, letterOf(at), nonce),
      ]),
      `Give your opinion on ${letters.join(', ')} as JSON.`,
    ].join('\n\n'),
  };
};
