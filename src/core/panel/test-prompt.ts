import type { JsonSchema } from '../domain/agent/conversation.ts';
import { fence } from '../judge/fence.ts';
import { type JudgePrompt, oneLine, SENTINEL, UNTRUSTED } from '../judge/judge-prompt.ts';
import type { CodeExcerpt } from './panel-field.ts';
import { shortened } from './panel-prompt.ts';
import type { TestPlace } from './test-places.ts';

const LONGEST_TASK = 30_000;
const LONGEST_NEIGHBOUR = 8_000;
const MOST_TESTS = 8;

const ROLE = `${SENTINEL} panel-tests`;

/** The fixed reply of a scripted model: it writes none. */
export const mockTests = (system: string): string | null =>
  system.startsWith(`${ROLE}\n`) ? '{"tests": []}' : null;

export type TestsPrompt = {
  readonly task: string;
  readonly code: readonly CodeExcerpt[];
  readonly places: readonly (TestPlace & { readonly text: string })[];
};

export const testsShape = (
  paths: readonly string[],
): { readonly name: string; readonly schema: JsonSchema } => ({
  name: 'tests',
  schema: {
    type: 'object',
    properties: {
      tests: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            path: { type: 'string', enum: [...paths] },
            text: { type: 'string', description: 'The whole file.' },
          },
          required: ['path', 'text'],
          additionalProperties: false,
        },
      },
    },
    required: ['tests'],
    additionalProperties: false,
  },
});

const system = (nonce: string): string =>
  [
    ROLE,
    'Others change a repository for a task. You write tests that show whether a change solves it. You see the task, code of the repository before the change, and some of its tests; you see none of the changes.',
    ...UNTRUSTED(nonce),
    'Rules:',
    '1. Every test must fail on the code as it is, and pass with every right change, however it is written.',
    '2. Test only behaviour that the task states or that follows from it, through names that exist already or that the task gives. Leave open what the task leaves open: wording of messages, order, private helpers.',
    '3. Every test gives the same result each time: no clock, randomness, network, sleeping, other files or processes.',
    `4. At most ${MOST_TESTS} small tests, one idea each, in the style of the tests shown. The name of each starts with "panel", as far as the language allows.`,
    '5. The tests are in the files that are offered and need nothing that the repository does not have. They replace no file.',
    'Answer with only a JSON object of this shape, with the whole text of each file that you use:',
    '{"tests": [{"path": "one of the offered files", "text": "…"}]}',
    'If the task does not say enough for any such test, answer {"tests": []}.',
  ].join('\n');

/** `nonce`: depends on everything that is shown. */
export const testsPrompt = ({ task, code, places }: TestsPrompt, nonce: string): JudgePrompt => ({
  system: system(nonce),
  user: [
    fence('TASK', shortened(task, LONGEST_TASK), nonce, { trusted: true }),
    ...code.map(({ path, from, text }) =>
      fence(`BASE CODE of ${oneLine(path)} from line ${from}`, text, nonce, { trusted: true }),
    ),
    ...places.map(({ beside, text }) =>
      fence(`TESTS of ${oneLine(beside)}`, shortened(text, LONGEST_NEIGHBOUR), nonce, { trusted: true }),
    ),
    'Files that you may write:',
    ...places.map(({ path, beside }) => `${oneLine(path)} (next to ${oneLine(beside)})`),
    'Write the tests as JSON.',
  ].join('\n\n'),
});
