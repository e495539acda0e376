import { expect, test } from 'vitest';
import type { Conclusion } from '../../../../src/core/domain/run/conclusion.ts';
import { nextCommands } from '../../../../src/faces/cli/views/evaluation-view.ts';

const next = (conclusion: object): string =>
  nextCommands({ runId: 'RUN', conclusion: conclusion as Conclusion } as Parameters<typeof nextCommands>[0])
    .map((command) => command.replace(/^(?:npx )?hydra /, ''))
    .join('; ');

const rankings = [{ agent: 'first' }, { agent: 'second' }];

test('suggests looking at the winner, or at the leaning candidate, not at the one with the best score', () => {
  const leaning = { candidates: ['second'] };
  expect(next({ winner: 'second', rankings })).toBe('show RUN --candidate second; merge RUN');
  expect(next({ winner: null, rankings, decision: leaning })).toBe('show RUN --candidate second');
  expect(next({ winner: null, rankings, decision: { candidates: [] } })).toBe('show RUN --candidate first');
  expect(next({ winner: null, rankings: [] })).toBe('');
});
