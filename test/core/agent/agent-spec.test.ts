import { expect, test } from 'vitest';
import { readAgentSpec } from '../../../src/core/agent/agent-spec.ts';

test.each([
  ['claude', 'claude', null, 1, 'claude'],
  ['claude@opus', 'claude', 'opus', 1, 'claude@opus'],
  ['claude@opus:2', 'claude', 'opus', 2, 'claude@opus'],
  ['claude:3', 'claude', null, 3, 'claude'],
  // Before `@` existed, a model was written after a colon.
  ['claude:opus', 'claude', 'opus', 1, 'claude:opus'],
  ['claude:opus:2', 'claude', 'opus', 2, 'claude:opus'],
  // A model that is a number is written after `@`.
  ['claude@3', 'claude', '3', 1, 'claude@3'],
  [
    'opencode@anthropic/claude-sonnet-4-5:12',
    'opencode',
    'anthropic/claude-sonnet-4-5',
    12,
    'opencode@anthropic/claude-sonnet-4-5',
  ],
  ['claude:100', 'claude', '100', 1, 'claude:100'],
  ['claude:0', 'claude', '0', 1, 'claude:0'],
  ['builtin:anthropic:claude-x', 'builtin', 'anthropic:claude-x', 1, 'builtin:anthropic:claude-x'],
  ['builtin:mock:synthetic:2', 'builtin', 'mock:synthetic', 2, 'builtin:mock:synthetic'],
  ['builtin:mock:2', 'builtin', 'mock:2', 1, 'builtin:mock:2'],
  [
    'builtin:compatible:http://localhost:11434/v1#llama3:8b',
    'builtin',
    'compatible:http://localhost:11434/v1#llama3:8b',
    1,
    'builtin:compatible:http://localhost:11434/v1#llama3:8b',
  ],
  ['mine:2', 'mine', null, 2, 'mine'],
  ['claude@', 'claude', '', 1, 'claude@'],
] as const)('%s', (text, ...expected) => {
  const { id, model, attempts, name } = readAgentSpec(text);
  expect([id, model, attempts, name]).toEqual(expected);
});
