import type { Message } from '../domain/agent/conversation.ts';
import { capText } from './cap-text.ts';

/** Answers below this length are not worth leaving out. */
const SHORT = 200;
/** The latest turns are what the model is working with: one has an assistant's message and the answers to it. */
const KEPT_MESSAGES = 4;
/** Of the answers of the last turn, if everything older is gone and it is still too much. */
const LEAST_OF_AN_ANSWER = 1000;

const NOTE =
  '[Earlier turns were left out to save room. The files are as you left them; read again what you need.]';

const leftOut = (text: string): string =>
  `[${text.length} characters left out to save room; call the tool again if you need them]`;

const charsOf = (message: Message): number => {
  if (message.role === 'user') return message.text.length;
  if (message.role === 'tools')
    return message.answers.reduce((sum, { text, name }) => sum + text.length + name.length, 0);
  return message.toolCalls.reduce(
    (sum, { input, name }) => sum + input.length + name.length,
    message.text.length,
  );
};

/** Characters of a conversation, as a measure of its tokens. */
export const conversationChars = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + charsOf(message), 0);

const shorten = (message: Message, most: (text: string) => string): Message =>
  message.role === 'tools'
    ? { ...message, answers: message.answers.map((answer) => ({ ...answer, text: most(answer.text) })) }
    : message;

/** Old answers first: the model can ask for them again. */
const dropAnswers = (messages: readonly Message[], most: number): readonly Message[] => {
  const compacted = [...messages];
  let chars = conversationChars(messages);
  for (let at = 0; at < messages.length - KEPT_MESSAGES && chars > most; at += 1) {
    const message = compacted[at]!;
    const shorter = shorten(message, (text) => (text.length <= SHORT ? text : leftOut(text)));
    chars -= charsOf(message) - charsOf(shorter);
    compacted[at] = shorter;
  }
  return compacted;
};

/** Whole turns, the oldest first; the task stays, and a call is never separated from its answer. */
const dropTurns = ([task, ...turns]: readonly Message[], most: number): readonly Message[] => {
  if (task === undefined) return [];
  const starts = turns.flatMap(({ role }, at) => (role === 'assistant' ? [at] : []));
  const noted: Message = task.role === 'user' ? { ...task, text: `${task.text}\n\n${NOTE}` } : task;
  let left: readonly Message[] = [task, ...turns];
  for (const at of starts.slice(1)) {
    if (conversationChars(left) <= most) break;
    left = [noted, ...turns.slice(at)];
  }
  return left;
};

const cutAnswers = (messages: readonly Message[], most: number): readonly Message[] => {
  const over = conversationChars(messages) - most;
  if (over <= 0) return messages;
  const answers = messages.flatMap((message) => (message.role === 'tools' ? message.answers : []));
  const all = answers.reduce((sum, { text }) => sum + text.length, 0);
  const share = Math.max(0, 1 - over / Math.max(1, all));
  return messages.map((message) =>
    shorten(
      message,
      (text) => capText(text, Math.max(LEAST_OF_AN_ANSWER, Math.floor(share * text.length))).text,
    ),
  );
};

/** The same conversation in at most so many characters, as far as that is possible; the task is never cut. */
export const compactMessages = (messages: readonly Message[], most: number): readonly Message[] => {
  if (conversationChars(messages) <= most) return messages;
  return cutAnswers(dropTurns(dropAnswers(messages, most), most), most);
};
