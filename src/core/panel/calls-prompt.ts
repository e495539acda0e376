import type { JsonSchema } from '../domain/agent/conversation.ts';
import { fence } from '../judge/fence.ts';
import { type JudgePrompt, oneLine, SENTINEL, UNTRUSTED } from '../judge/judge-prompt.ts';
import type { CallableFunction } from '../probe/propose-calls.ts';
import type { CodeExcerpt } from './panel-field.ts';
import { letterOf, taskOf } from './panel-prompt.ts';
import { shortenPatch } from './shorten-patch.ts';

const LONGEST_PATCH = 14_000;
const MOST_CALLS = 12;

const ROLE = `${SENTINEL} panel-inputs`;

/** The fixed reply of a scripted model: it proposes none. */
export const mockCalls = (system: string): string | null =>
  system.startsWith(`${ROLE}\n`) ? '{"calls": []}' : null;

export type CallsPrompt = {
  readonly task: string;
  readonly code: readonly CodeExcerpt[];
  /** Of the likeliest candidates that differ. */
  readonly patches: readonly string[];
  readonly functions: readonly Pick<CallableFunction, 'name' | 'example'>[];
};

export const CALLS_SHAPE: { readonly name: string; readonly schema: JsonSchema } = {
  name: 'calls',
  schema: {
    type: 'object',
    properties: {
      calls: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            function: { type: 'integer', description: 'Its number in the list.' },
            arguments: { type: 'string', description: 'A JSON array.' },
          },
          required: ['function', 'arguments'],
          additionalProperties: false,
        },
      },
    },
    required: ['calls'],
    additionalProperties: false,
  },
};

const system = (nonce: string): string =>
  [
    ROLE,
    'Several candidates changed the same repository for the same task. You propose calls on which they behave differently.',
    ...UNTRUSTED(nonce),
    `Give at most ${MOST_CALLS} calls of the functions in the list. Choose inputs that the task is about or that a user might give, on which the changes lead to different results. They are run on the base and on every candidate.`,
    'Arguments are plain data: null, booleans, numbers, texts, arrays and objects, in the order of the example. Objects of classes are those of the example: give null in their place. Named arguments are those of the example.',
    'Answer with only a JSON object of this shape; "arguments" is a JSON array as a text:',
    '{"calls": [{"function": 1, "arguments": "[\\"1h\\", 2]"}]}',
  ].join('\n');

/** `nonce`: no patch can contain it, since it depends on all patches. */
export const callsPrompt = ({ task, code, patches, functions }: CallsPrompt, nonce: string): JudgePrompt => ({
  system: system(nonce),
  user: [
    taskOf(task, nonce),
    ...code.map(({ path, from, text }) =>
      fence(`BASE CODE of ${oneLine(path)} from line ${from}`, text, nonce, { trusted: true }),
    ),
    ...patches.map((patch, at) =>
      fence(`CANDIDATE ${letterOf(at)}`, shortenPatch(patch, LONGEST_PATCH).text, nonce),
    ),
    fence(
      'FUNCTIONS',
      functions.map(({ name, example }, at) => `${at + 1}. ${name}, for example ${example}`).join('\n'),
      nonce,
    ),
    'Propose calls as JSON.',
  ].join('\n\n'),
});
