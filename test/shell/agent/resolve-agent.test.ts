import { beforeAll, describe, expect, test } from 'vitest';
import { openAgentTools } from '../../../src/faces/wiring/wiring.ts';
import { AGENTS } from '../../../src/shell/agent/agents/agents.ts';
import { findAgentKind, resolveAgent } from '../../../src/shell/agent/resolve-agent.ts';
import type { AgentTools } from '../../../src/shell/ports/agent-tools.ts';

const PROGRAM = { command: ['true'], env: [], network: false };

let tools: AgentTools;
beforeAll(async () => {
  tools = await openAgentTools();
});

describe('every agent of the list', () => {
  test.each(AGENTS.map((kind) => [kind.id, kind] as const))('%s has a name of its own', (id, kind) => {
    expect(id).toMatch(/^[a-z0-9][a-z0-9._-]*$/);
    expect(AGENTS.filter((other) => other.id === id)).toEqual([kind]);
    expect(findAgentKind(`${id}:some:model`)).toBe(kind);
    expect(resolveAgent(tools, `${id}:some:model`).name).toBe(`${id}:some:model`);
    if (!kind.needsModel) expect(resolveAgent(tools, id).name).toBe(id);
  });
});

describe('a name', () => {
  test('of [agents] is found, but not in place of an agent of the list', () => {
    expect(resolveAgent(tools, 'mine', { mine: PROGRAM }).name).toBe('mine');
    expect(findAgentKind('mine')).toBeNull();
    const opened = resolveAgent(tools, 'claude', { claude: PROGRAM });
    expect(opened.name).toBe('claude');
    expect(findAgentKind('claude')?.recordedAs).toBe('claude');
  });

  test.each(['builtin', 'builtin:', 'claude:', 'other', 'other:model', ''])('"%s" is unknown', (spec) => {
    expect(() => resolveAgent(tools, spec, { mine: PROGRAM })).toThrow(
      expect.objectContaining({
        code: 'agent-unknown',
        hint: expect.stringContaining('Known agents: builtin:PROVIDER:MODEL, claude, mine.'),
      }),
    );
  });
});
