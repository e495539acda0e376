import { expect, test } from 'vitest';
import { leaveOut, mayLeaveOut } from '../../../src/core/next-work/left-out.ts';
import { INQUIRIES } from '../../../src/core/next-work/next-work.ts';
import type { Question } from '../../../src/core/next-work/question.ts';
import { anExaminee, aStart } from '../../support/examination-builders.ts';

const start = aStart([anExaminee('a', 'source')]);
const BASE = { kind: 'elsewhere', candidate: 'baseline', tree: 'base-tree', own: [] } as const;
const OWN = { kind: 'elsewhere', candidate: 'a', tree: 'source', own: [] } as const;
const CONTROL = { kind: 'control', candidate: 'a', source: 'source', files: ['a.js'], fixed: [] } as const;

test('what decides, or confirms a suspicion, is never left out', () => {
  const kinds = INQUIRIES.map(({ kind }) => kind).filter((kind) => mayLeaveOut([{ kind } as Question]));
  expect(kinds).toEqual(['control', 'elsewhere', 'elsewhere-today', 'elsewhere-moved', 'probe']);
  expect(mayLeaveOut([CONTROL, { kind: 'checks', candidate: 'a', source: 'source' }])).toBe(false);
});

test('what is left out has no result, and the evidence says why', () => {
  const first = leaveOut(start, [CONTROL], 1);
  const after = leaveOut(first, [BASE, OWN], 1);
  const reason = 'not begun within 1 minute';
  expect(after.leftOut).toEqual({
    minutes: 1,
    examinations: ['the negative control', 'tests in other surroundings'],
  });
  expect(after.controls).toEqual([
    { id: 'negative-control', state: 'not-applied', reason },
    { id: 'elsewhere', state: 'not-applied', reason },
  ]);
  expect(after.elsewhere).toMatchObject({ known: false, reason });
  expect(after.evidence[0]?.elsewhere).toMatchObject({ known: false, reason });
});
