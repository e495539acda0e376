import { expect, test } from 'vitest';
import { exitOf } from '../../src/faces/cli/console/exit-codes.ts';

const ranking = (status: 'scored' | 'unscored') =>
  ({
    agent: 'a',
    status,
    mergeable: false,
    total: null,
    breakdown: {},
    gates: [],
    flags: [],
    reasons: {},
    weights: {},
  }) as const;
const exit = (winner: string | null, ...states: ('scored' | 'unscored')[]) =>
  exitOf({ winner, rankings: states.map((status) => ({ ...ranking(status), gates: [], flags: [] })) });

test.each([
  ['a winner', exit('a', 'scored', 'unscored'), 0],
  ['no candidate may win', exit(null, 'scored', 'unscored'), 1],
  ['no candidate could be applied', exit(null), 1],
  ['the machine kept every candidate from a score', exit(null, 'unscored', 'unscored'), 3],
])('%s', (_, code, expected) => {
  expect(code).toBe(expected);
});
