import { expect, test } from 'vitest';
import { judgeAgreement } from '../../../src/core/judge/judge-agreement.ts';
import { summary } from '../../support/bench-builders.ts';

const judged = (...scores: readonly (number | null)[]) =>
  summary({
    metric_details: {
      human_like: {
        votes: scores.map((score, at) => ({
          persona: `persona ${at}`,
          score: score === null ? { known: false, reason: 'nothing' } : { known: true, value: score },
        })),
      },
    },
  });

test('judges with the same opinions agree', () => {
  expect(judgeAgreement([judged(80, 80, 80), judged(20, 20, null)])).toEqual({ known: true, value: 1 });
});

test('judges who contradict each other agree less than by chance', () => {
  const alpha = judgeAgreement([judged(0, 100), judged(100, 0)]);
  expect(alpha.known && alpha.value).toBeLessThan(0);
});

test('agreement is unknown without votes or with malformed details', () => {
  const strange = summary({ metric_details: { human_like: { votes: 'many' } } });
  expect(judgeAgreement([strange, summary()]).known).toBe(false);
});
