import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AgentResult } from '../../../src/core/domain/agent/agent-run.ts';
import { measured, missing } from '../../../src/core/domain/measured.ts';
import { runAgent } from '../../../src/shell/agent/run-agent.ts';
import type { LanguageModel } from '../../../src/shell/ports/models.ts';
import { UserError } from '../../../src/shell/errors/user-error.ts';
import { call, play } from './agent-builders.ts';

const DONE = { text: 'Done.', calls: [] };

describe('the loop', () => {
  test('steps are turns of the model, and every event is in the trace', async () => {
    const { result, events } = await play([call('list_files'), call('run_command', { command: 'ls' }), DONE]);
    expect(AgentResult.parse(result)).toMatchObject({
      model: 'mock:script',
      ended: 'finished',
      steps: { value: 3 },
      toolCalls: { value: 2 },
      invalidCalls: { value: 0 },
      costUsd: { known: true, value: 0 },
      answer: 'Done.',
    });
    expect(events.map(({ event }) => event)).toEqual([
      'agent_started',
      'model_turn',
      'tool_call',
      'tool_result',
      'model_turn',
      'tool_call',
      'tool_result',
      'model_turn',
      'agent_ended',
    ]);
  });

  test('the same script gives the same result and tokens', async () => {
    const turns = [call('run_tests'), DONE];
    const [first, again] = [await play(turns), await play(turns)];
    expect(first.result).toEqual(again.result);
    expect(first.result.usage).toMatchObject({ known: true });
  });

  test.each([
    ['a tool that does not exist', call('fly', {}), 'There is no tool "fly"'],
    ['a name from the prototype', call('__proto__', {}), 'There is no tool'],
    ['arguments that are not JSON', call('read_file', '{"path": '), 'are not JSON'],
    ['arguments that are a list', call('read_file', '[]'), 'are not a JSON object'],
    ['a wrong type', call('read_file', { path: 7 }), 'path:'],
    ['an argument too many', call('run_tests', { fast: true }), 'do not fit'],
    ['a missing required argument', call('run_command', ''), 'command:'],
  ])('%s is reported to the model', async (_, turn, reason) => {
    const { result, answers } = await play([turn, DONE]);
    expect(result).toMatchObject({ ended: 'finished', toolCalls: { value: 1 }, invalidCalls: { value: 1 } });
    expect(answers).toMatchObject([{ failed: true, text: expect.stringContaining(reason) }]);
  });

  test('no arguments whatever break the loop', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          'list_files',
          'read_file',
          'search_code',
          'edit_file',
          'run_command',
          'security_scan',
        ),
        fc.oneof(fc.string(), fc.json()),
        async (name, input) => {
          const { result } = await play([call(name, input), DONE]);
          expect(result.ended).toBe('finished');
        },
      ),
      { numRuns: 200 },
    );
  });

  test('null replaces an omitted value', async () => {
    const { result } = await play([call('list_files', { path: null }), DONE]);
    expect(result.invalidCalls).toMatchObject({ value: 0 });
  });

  test('missing checks are reported, and the scan is the given one', async () => {
    const { answers } = await play([call('run_lint'), call('security_scan'), DONE], {
      securityScan: async () => 'no findings',
    });
    expect(answers).toMatchObject([
      { failed: true, text: 'No command is set up for lint in this repository.' },
      { failed: false, text: 'no findings' },
    ]);
  });

  test('a tool that throws is an observation', async () => {
    const { answers, result } = await play([call('security_scan'), DONE], {
      securityScan: () => Promise.reject(new Error('no scanner')),
    });
    expect(answers).toMatchObject([{ failed: true, text: 'security_scan failed: no scanner' }]);
    expect(result.ended).toBe('finished');
  });

  test('a long observation keeps its beginning and end, with the count of what is left out', async () => {
    const { answers } = await play([call('security_scan'), DONE], {
      securityScan: async () => `begin${'x'.repeat(1000)}end`,
      limits: { observationChars: 100 },
    });
    expect(answers).toMatchObject([
      { leftOut: 908, text: expect.stringMatching(/^begin[^]*908 characters[^]*end$/) },
    ]);
  });

  test('only a limited number of calls per turn is carried out', async () => {
    const turn = { text: '', calls: Array.from({ length: 25 }, () => ({ name: 'run_tests', input: {} })) };
    const { result, answers } = await play([turn, DONE]);
    expect(result).toMatchObject({ toolCalls: { value: 25 }, invalidCalls: { value: 5 } });
    expect(answers.at(-1)).toMatchObject({ failed: true, text: expect.stringContaining('call again') });
  });
});

describe('budgets', () => {
  const forever = Array.from({ length: 300 }, () => call('run_tests'));

  test.each([
    ['steps', { steps: 4 }, 4],
    ['tokens', { tokens: 1000 }, 3],
    ['time', { wallMs: 40, steps: 200 }, null],
  ] as const)('%s', async (ended, limits, steps) => {
    const { result, events } = await play(forever, { limits });
    expect(result.ended).toBe(ended);
    if (steps !== null) expect(result.steps).toMatchObject({ value: steps });
    expect(events.filter(({ event }) => event === 'budget_exhausted')).toMatchObject([{ budget: ended }]);
  });

  const turnOf = (costUsd: number | null): LanguageModel => ({
    name: 'compatible:http://x#y',
    priced: costUsd !== null,
    complete: async () => ({
      ok: true,
      text: '',
      toolCalls: [{ id: '1', name: 'run_tests', input: '{}' }],
      usage: missing('infrastructure', 'not said'),
      costUsd: costUsd === null ? missing('not-configured', 'no price') : measured(costUsd),
      model: 'y',
      stopped: 'tools',
    }),
  });
  const world = {
    workspace: { root: '/w' } as never,
    commands: {},
    clock: { now: () => '', monotonicMs: () => 0 },
    record: async () => undefined,
  };

  test('cost', async () => {
    const result = await runAgent(turnOf(0.3), { prompt: '', limits: { costUsd: 1 } }, world);
    expect(result).toMatchObject({ ended: 'cost', steps: { value: 4 }, costUsd: { known: true } });
  });

  test('a limit of cost without a price is an error before anything is spent', async () => {
    const running = runAgent(turnOf(null), { prompt: '', limits: { costUsd: 1 } }, world);
    await expect(running).rejects.toMatchObject({ code: 'model-price-unknown' });
    await expect(running).rejects.toBeInstanceOf(UserError);
  });

  test('values that a provider does not report stay unknown, and are not 0', async () => {
    const result = await runAgent(turnOf(null), { prompt: '', limits: { steps: 2 } }, world);
    expect(result).toMatchObject({ ended: 'steps', usage: { known: false }, costUsd: { known: false } });
    const limited = await runAgent(turnOf(null), { prompt: '', limits: { tokens: 10 } }, world);
    expect(limited).toMatchObject({
      ended: 'tokens',
      steps: { value: 1 },
      reason: expect.stringContaining('cannot be enforced'),
    });
  });
});

test('a model that cannot be reached ends the run with the reason', async () => {
  const model: LanguageModel = {
    name: 'openai:x',
    priced: true,
    complete: async () => ({ ok: false, kind: 'unavailable', reason: 'answered with status 500' }),
  };
  const world = {
    workspace: {} as never,
    commands: {},
    clock: { now: () => '', monotonicMs: () => 0 },
    record: async () => undefined,
  };
  expect(await runAgent(model, { prompt: '' }, world)).toMatchObject({
    ended: 'unavailable',
    reason: 'openai:x answered with status 500',
    steps: { value: 0 },
    usage: { known: false },
  });
});

test('an unknown tool is an error', async () => {
  const model = { name: 'x', priced: true, complete: () => Promise.reject(new Error('never asked')) };
  await expect(runAgent(model, { prompt: '', tools: ['fly'] }, {} as never)).rejects.toMatchObject({
    code: 'agent-tool',
  });
});

describe('a conversation longer than the model can read', () => {
  const TOO_LONG = {
    ok: false,
    kind: 'context',
    reason: 'answered with status 400: prompt is too long',
  } as const;
  /** Reads files for a given number of turns, and accepts a given number of characters. */
  const reader = (turns: number, chars: number, contextTokens?: number) => {
    const sizes: number[] = [];
    const model: LanguageModel = {
      name: 'test:reader',
      priced: true,
      ...(contextTokens === undefined ? {} : { contextTokens }),
      complete: async ({ messages }) => {
        const size = JSON.stringify(messages).length;
        sizes.push(size);
        if (size > chars) return TOO_LONG;
        const done = sizes.filter((one) => one <= chars).length > turns;
        return {
          ok: true,
          text: 'going on',
          toolCalls: done
            ? []
            : [{ id: `c${sizes.length}`, name: 'run_command', input: '{"command":"cat x"}' }],
          usage: measured({ input: size, output: 1, cached: 0, total: size + 1 }),
          costUsd: measured(0),
          model: 'reader',
          stopped: done ? 'done' : 'tools',
        };
      },
    };
    return { model, sizes };
  };
  const workspace = {
    run: async () => ({
      ran: { status: 'exited' as const, exitCode: 0, durationMs: 1 },
      text: 'y'.repeat(15_000),
      leftOutBytes: 0,
    }),
  };

  test('is compacted before it is too long, if the limit is known', async () => {
    const { model, sizes } = reader(20, 100_000, 25_000);
    const { result, events } = await play([], { model, workspace });
    expect(result).toMatchObject({ ended: 'finished', steps: { value: 21 } });
    expect(Math.max(...sizes)).toBeLessThan(100_000);
    expect(events.some(({ event }) => event === 'context_compacted')).toBe(true);
    expect(events.some(({ event }) => event === 'model_failed')).toBe(false);
  });

  test('is compacted when the model says so, if it is not', async () => {
    const { model } = reader(20, 100_000);
    const { result, events } = await play([], { model, workspace });
    expect(result).toMatchObject({ ended: 'finished', steps: { value: 21 } });
    expect(events.filter(({ event }) => event === 'model_failed').length).toBeGreaterThan(0);
  });

  test('ends as the agent’s own failure if nothing helps', async () => {
    const { model } = reader(3, 10);
    const { result } = await play([], { model, workspace });
    expect(result).toMatchObject({ ended: 'context', reason: expect.stringContaining('prompt is too long') });
  });
});

test('a turn that takes too long is the agent’s failure, unless the provider had to be asked again', async () => {
  const slow = (retried: boolean): LanguageModel => ({
    name: 'test:slow',
    priced: true,
    complete: ({ signal, onRetry }) =>
      new Promise((resolve) => {
        if (retried) onRetry?.({ attempt: 1, waitMs: 1, reason: 'was busy' });
        signal?.addEventListener('abort', () =>
          resolve({ ok: false, kind: 'interrupted', reason: 'was interrupted' }),
        );
      }),
  });
  const limits = { turnMs: 20 };
  const { result } = await play([], { model: slow(false), limits });
  expect(result).toMatchObject({ ended: 'time', reason: 'one turn took longer than 0.02 s' });
  const again = await play([], { model: slow(true), limits });
  expect(again.result.ended).toBe('unavailable');
});
