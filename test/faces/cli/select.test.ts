import { describe, expect, test } from 'vitest';
import { runHydra } from '../../support/run-hydra.ts';

const CARDS = [
  { name: 'A', total: 0.85, execSignals: 1, identifierMatch: 0.75 },
  { name: 'B', total: 0.9, execSignals: 0.6, identifierMatch: 0.95 },
  { name: 'C', total: 0.85, execSignals: 0.6, identifierMatch: 0.8 },
];

const select = (input: unknown, ...words: string[]) =>
  runHydra(['select', ...words], { input: typeof input === 'string' ? input : JSON.stringify(input) });

describe('hydra select', () => {
  test('draws the bracket and names the winner', async () => {
    const { code, stdout } = await select(CARDS, '-');
    expect(code).toBe(0);
    expect(stdout).toMatch(/├─ ▶ B 0\.900/);
    expect(stdout).toMatch(/\nWinner: B\n$/);
  });

  test('answers in JSON, in groups of k', async () => {
    const { stdout } = await select(CARDS, '--json', '--k', '3');
    expect(JSON.parse(stdout)).toMatchObject({
      winnerIndex: 1,
      k: 3,
      rounds: [{ groups: [[0, 1, 2]], winners: [1] }],
    });
  });

  test('reads one scorecard per line', async () => {
    const { stdout } = await select(CARDS.map((card) => JSON.stringify(card)).join('\n'));
    expect(stdout).toMatch(/Winner: B/);
  });

  test('without a candidate to choose, exits with code 1 and every reason', async () => {
    const { code, stdout } = await select([{ name: 'A', total: null }]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/left out A: no total: not given/);
  });

  test.each<readonly [string, readonly string[], RegExp]>([
    ['[]', [], /no candidate/],
    ['nothing', [], /not JSON/],
    ['[{"name": "A", "total": "high"}]', [], /\[0\]\.total/],
    ['[]', ['--k', '1'], /two candidates/],
    ['[]', ['none.json'], /none\.json cannot be read/],
    ['[]', ['scores.json', '--run', 'latest'], /a file and a run/],
  ])('%s %j is a user error', async (input, words, expected) => {
    const { code, stderr } = await select(input, ...words);
    expect(code).toBe(2);
    expect(stderr).toMatch(expected);
  });
});
