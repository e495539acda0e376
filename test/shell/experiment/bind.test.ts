import { describe, expect, test } from 'vitest';
import {
  type AgentConfiguration,
  ConfigurationFile,
} from '../../../src/core/domain/experiment/agent-configuration.ts';
import { openAgentTools } from '../../../src/faces/wiring/wiring.ts';
import { bindAgent } from '../../../src/shell/experiment/trial/bind-agent.ts';
import { bindJudge } from '../../../src/shell/experiment/trial/bind-judge.ts';
import { openTranscript } from '../../../src/shell/experiment/trial/transcript.ts';
import type { AgentTools } from '../../../src/shell/ports/agent-tools.ts';
import { UserError } from '../../../src/shell/errors/user-error.ts';

const configuration = (settings: object = {}): AgentConfiguration => ({
  name: 'one',
  source: '/one',
  hash: JSON.stringify(settings),
  files: [],
  everything: [],
  settings: ConfigurationFile.parse(settings),
});
const bind = async (spec: string, ...all: readonly AgentConfiguration[]) =>
  bindAgent(
    await openAgentTools(),
    { spec, definitions: { mine: { command: ['sh'], env: [], network: false } } },
    all,
  );

/** No other agent exists. */
const only = async (...names: string[]): Promise<AgentTools> => {
  const tools = await openAgentTools();
  return {
    ...tools,
    models: {
      open: (name) =>
        names.includes(name)
          ? tools.models.open('mock:empty')
          : Promise.reject(new UserError('model-key-missing', `${name} has no key.`, '')),
    },
  };
};

describe('agents', () => {
  test('have known properties: scripted, priced, of a kind', async () => {
    expect(await bind('builtin:mock:flaky', configuration())).toMatchObject({
      kind: 'builtin',
      mock: true,
      priced: true,
    });
    expect(await bind('mine', configuration())).toMatchObject({
      kind: 'command',
      mock: false,
      // It may report its cost, which is known after it has run.
      priced: true,
    });
  });

  test('one scripted model under one configuration makes all of it scripted', async () => {
    const both = [configuration({ model: 'mock:half' }), configuration({ model: 'mock:empty' })];
    expect(await bind('builtin:mock:flaky', ...both)).toMatchObject({ mock: true });
  });

  test.each([
    ['mine', { model: 'x' }, 'configuration-setting'],
    ['mine', { system_prompt: 'x' }, 'configuration-setting'],
    ['mine', { mock: { skill: 1 } }, 'configuration-setting'],
    ['builtin:mock:flaky', { tools: ['no_such_tool'] }, 'agent-tool'],
    ['builtin:mock:flaky', { model: 'mock:nobody' }, 'mock-unknown'],
    ['nobody', {}, 'agent-unknown'],
  ])('%s under %j is refused before anything runs', async (spec, settings, code) => {
    await expect(bind(spec, configuration(settings))).rejects.toMatchObject({ code });
  });
});

describe('judges', () => {
  const trial = {
    prompt: 'Mend it.',
    criteria: [{ name: 'It is small.', weight: 2 }],
    patch: '+a',
    transcript: 'agent: done',
    verifier: '1 of 1 checks pass',
    record: async () => undefined,
  };

  test('are the first available ones, in the documented order', async () => {
    const { judge } = await bindJudge(await only('claude-cli'), 'auto');
    expect(await judge?.judge(trial)).toMatchObject({ score: { known: true, value: 0.8 }, usd: 0 });
    expect(judge?.mock).toBe(true);
  });

  test('a missing judge is a note, or an error if it was requested', async () => {
    expect(await bindJudge(await only(), 'auto')).toMatchObject({
      judge: null,
      note: expect.stringContaining('no key'),
    });
    expect(await bindJudge(await only(), 'none')).toMatchObject({ judge: null });
    await expect(bindJudge(await only(), 'openai:x')).rejects.toMatchObject({ code: 'judge-missing' });
  });
});

test('a transcript contains messages and actions, and is bounded', () => {
  const transcript = openTranscript();
  transcript.add({ event: 'model_turn', step: 1, text: 'I look.' });
  transcript.add({ event: 'tool_call', step: 1, id: '1', name: 'read_file', input: '{"path":"a"}' });
  transcript.add({ event: 'note', text: 'not said by the agent' });
  expect(transcript.read()).toBe('agent: I look.\ncalls read_file {"path":"a"}');
  const result = { event: 'tool_result', step: 1, id: '1', name: 'read_file', failed: false } as const;
  for (let at = 0; at < 100; at += 1) transcript.add({ ...result, text: 'x'.repeat(10_000) });
  expect(transcript.read().length).toBeLessThan(41_000);
});
