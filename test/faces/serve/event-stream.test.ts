import { describe, expect, test } from 'vitest';
import { eventStream } from '../../../src/faces/serve/event-stream.ts';
import type { ServerEvent } from '../../../src/faces/serve/route.ts';

const event = (data: string): ServerEvent => ({ event: 'trace', data });
const asIs = (text: string): string => text;

/** Hands out one event, then waits until `release` is called before the next. */
const held = () => {
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const asked: string[] = [];
  const iterator: AsyncIterator<ServerEvent> = {
    next: async () => {
      asked.push('next');
      await gate;
      return { done: false, value: event('late') };
    },
    return: async () => {
      asked.push('return');
      return { done: true, value: undefined };
    },
  };
  return { iterator, release: () => release(), asked };
};

describe('eventStream', () => {
  test('a client that leaves while an event is awaited causes no error', async () => {
    const errors: unknown[] = [];
    const onRejection = (error: unknown): void => void errors.push(error);
    process.on('unhandledRejection', onRejection);
    const { iterator, release, asked } = held();
    const onError = (error: unknown): ServerEvent => {
      errors.push(error);
      return event('error');
    };
    const answer = eventStream(iterator, {
      first: { done: false, value: event('first') },
      mask: asIs,
      onError,
    });
    const reader = answer.body!.getReader();
    await reader.read();
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('"first"');
    const waiting = reader.read();
    await expect.poll(() => asked).toEqual(['next']);
    await reader.cancel();
    release();
    expect((await waiting).done).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('unhandledRejection', onRejection);
    expect(errors).toEqual([]);
    expect(asked).toEqual(['next', 'return']);
  });

  test('an error of the source is sent as the last event', async () => {
    const iterator: AsyncIterator<ServerEvent> = { next: async () => Promise.reject(new Error('lost')) };
    const answer = eventStream(iterator, {
      first: { done: false, value: event('first') },
      mask: asIs,
      onError: (error) => event((error as Error).message),
    });
    expect(await answer.text()).toMatch(/"first"[\s\S]*"lost"\n\n$/);
  });
});
