import { beforeAll, describe, expect, test } from 'vitest';
import { openAgentTools } from '../../../src/faces/wiring/wiring.ts';
import { AGENTS } from '../../../src/shell/agent/agents/agents.ts';
import { findAgentKind, resolveAgent, resolveOneAgent } from '../../../src/shell/agent/resolve-agent.ts';
import type { AgentTools } from '../../../src/shell/ports/agent-tools.ts';

const PROGRAM = { command: ['true'], env: [], network: false };

let tools: AgentTools;
beforeAll(async () => {
  tools = await openAgentTools();
});

describe('every agent of the list', () => {
  test.each(AGENTS.map((kind) => [kind.id, kind] as const))('%s has a unique name', (id, kind) => {
    expect(id).toMatch(/^[a-z0-9][a-z0-9._-]*$/);
    expect(AGENTS.filter((other) => other.id === id)).toEqual([kind]);
    const spec = kind.needsModel ? `${id}:some:model` : `${id}@some:model`;
    expect(findAgentKind(spec)).toBe(kind);
    expect(resolveAgent(tools, spec).name).toBe(spec);
    expect(resolveAgent(tools, `${spec}:3`).name).toBe(spec);
    if (!kind.needsModel) expect(resolveAgent(tools, id).name).toBe(id);
  });
});

describe('a name', () => {
  test('of [agents] wins over an agent of the list', () => {
    expect(resolveAgent(tools, 'mine', { mine: PROGRAM }).name).toBe('mine');
    expect(findAgentKind('mine')).toBeNull();
    expect(resolveAgent(tools, 'claude').allowed.network).toBe(true);
    expect(resolveAgent(tools, 'claude', { claude: PROGRAM }).allowed.network).toBe(false);
  });

  test('with attempts is only for races', () => {
    expect(resolveOneAgent(tools, 'claude', {}, '').name).toBe('claude');
    expect(() => resolveOneAgent(tools, 'claude@opus:3', {}, ', and use --repeat')).toThrow(
      expect.objectContaining({
        code: 'agent-attempts',
        hint: 'Give the agent as claude@opus, and use --repeat.',
      }),
    );
  });

  test.each(['builtin', 'builtin:', 'claude:', 'other', 'other:model', ''])('"%s" is unknown', (spec) => {
    expect(() => resolveAgent(tools, spec, { mine: PROGRAM })).toThrow(
      expect.objectContaining({
        code: 'agent-unknown',
        hint: expect.stringContaining('Known agents: builtin:PROVIDER:MODEL, claude, codex,'),
      }),
    );
  });
});
