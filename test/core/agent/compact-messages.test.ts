import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compactMessages, conversationChars } from '../../../src/core/agent/compact-messages.ts';
import type { Message } from '../../../src/core/domain/agent/conversation.ts';

const turn = (nth: number, chars: number): readonly Message[] => [
  {
    role: 'assistant',
    text: `turn ${nth}`,
    toolCalls: [{ id: `c${nth}`, name: 'read_file', input: '{}' }],
    carried: { nth },
  },
  { role: 'tools', answers: [{ id: `c${nth}`, name: 'read_file', text: 'x'.repeat(chars), failed: false }] },
];
const conversation = (...chars: readonly number[]): readonly Message[] => [
  { role: 'user', text: 'The task.' },
  ...chars.flatMap((count, nth) => turn(nth, count)),
];
const answersOf = (messages: readonly Message[]) =>
  messages.flatMap((message) => (message.role === 'tools' ? message.answers.map(({ text }) => text) : []));

test('messages that fit stay as they are', () => {
  const given = conversation(1000, 1000);
  expect(compactMessages(given, 3000)).toBe(given);
});

test('old answers go first, as many as needed, and the latest turns stay', () => {
  const [first, second, ...others] = answersOf(compactMessages(conversation(5000, 5000, 5000, 5000), 16_000));
  expect(first).toBe('[5000 characters left out to save room; call the tool again if you need them]');
  expect([second, ...others].map((text) => text?.length)).toEqual([5000, 5000, 5000]);
});

test('then whole turns, and the task says so', () => {
  const [task, ...turns] = compactMessages(conversation(...Array<number>(50).fill(150)), 2000);
  expect(task).toMatchObject({ role: 'user', text: expect.stringMatching(/^The task\.\n\n\[Earlier turns/) });
  expect(turns[0]).toMatchObject({ role: 'assistant' });
  expect(turns.at(-2)).toMatchObject({ text: 'turn 49', carried: { nth: 49 } });
});

test('then the last answers are cut; a task is never cut', () => {
  const cut = compactMessages(conversation(90_000), 20_000);
  expect(conversationChars(cut)).toBeLessThan(20_200);
  expect(answersOf(cut)[0]).toContain('characters left out');
  const long: readonly Message[] = [{ role: 'user', text: 'x'.repeat(50_000) }];
  expect(compactMessages(long, 10)).toEqual(long);
});

test('every call keeps its answer, and nothing gets longer', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20_000), { maxLength: 12 }), fc.nat(60_000), (chars, most) => {
      const given = conversation(...chars);
      const kept = compactMessages(given, most);
      expect(conversationChars(kept)).toBeLessThanOrEqual(conversationChars(given) + 150);
      const calls = kept.flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []));
      const answers = kept.flatMap((message) => (message.role === 'tools' ? message.answers : []));
      expect(answers.map(({ id }) => id)).toEqual(calls.map(({ id }) => id));
      expect(kept[0]?.role).toBe('user');
    }),
  );
});
