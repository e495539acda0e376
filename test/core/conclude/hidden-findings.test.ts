import { expect, test } from 'vitest';
import { conclude } from '../../../src/core/conclude/conclude.ts';
import type { LintReport } from '../../../src/core/domain/check/lint-report.ts';
import { measured } from '../../../src/core/domain/measured.ts';
import { aCapture, anEvidence, aTree } from '../../support/evidence-builders.ts';
import { aPolicy } from '../../support/race-builders.ts';

const CLEAN: LintReport = { format: 'eslint', trust: 'structured', errors: 0, warnings: 0, findings: [] };
const OUTCOMES = { a: 'passed' } as const;
const lint = measured(CLEAN);

const lintScore = (id: string, rule = 'line-suppression'): number | null | undefined => {
  const flag = { id, rule, sentence: 'hides a finding', file: 'a.js', line: 3 };
  const one = anEvidence('one', OUTCOMES, { lint, flags: [flag, { ...flag, line: 9 }] });
  const captured = { ...aCapture(OUTCOMES, [one]), baseline: aTree(OUTCOMES, { lint }) };
  return conclude(captured, aPolicy(), 'run').rankings[0]?.breakdown['lint'];
};

test.each([
  ['suppression-added', 'line-suppression', 76],
  ['suppression-usual', 'line-suppression', 76],
  ['suppression-blanket', 'file-suppression', 76],
  ['suppression-added', 'coverage-suppression', 100],
  ['lint-loosened', 'rule-off', 100],
])('%s by %s: each counts as the error that it hides', (id, rule, score) => {
  expect(lintScore(id, rule)).toBe(score);
});
