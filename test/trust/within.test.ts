import { beforeAll, describe, expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import { evaluateField, type EvaluatedField } from './evaluate-field.ts';
import { FIXED, nodeProject, UNFIXED } from './node-project.ts';

/** Over before the first check ends. */
const AT_ONCE = 0.000_1;

describe.skipIf(!has.sandbox)(`an evaluation with little time${unless('sandbox')}`, () => {
  let judged: EvaluatedField;
  beforeAll(async () => {
    judged = await evaluateField(
      nodeProject,
      {
        right: { 'src/math.js': FIXED },
        also: { 'src/math.js': `${FIXED}// The same in other words.\n` },
        wrong: { 'src/math.js': UNFIXED.replace('Math.min(x, high)', 'x') },
      },
      { withinMinutes: AT_ONCE },
    );
  });

  test('tests decide, and what goes beyond them is left out', () => {
    expect(judged.conclusion.winner).toMatch(/right|also/);
    expect(judged.gatesOf('wrong')).toContain('tests');
    expect(judged.captured.leftOut?.examinations).toEqual([
      'the negative control',
      'tests in other surroundings',
    ]);
    expect(judged.captured.elsewhere).toMatchObject({ known: false });
  });

  test('the evidence is weak for that reason, and replays', () => {
    const { level, reasons } = judged.conclusion.evidence_strength ?? {};
    expect(level).toBe('weak');
    expect(reasons?.filter((reason) => /^(?:time|one place)/.test(reason))).toEqual([
      `time: the negative control and tests in other surroundings did not begin within ${AT_ONCE} minutes`,
      `one place: no result in other surroundings: not begun within ${AT_ONCE} minutes`,
    ]);
    expect(judged.replays).toBe(true);
  });
});
