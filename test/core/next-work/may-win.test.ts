import { expect, test } from 'vitest';
import { contenders } from '../../../src/core/next-work/may-win.ts';
import { TrustPolicy } from '../../../src/core/domain/policy/trust-policy.ts';
import { aCapture, aMatrix, anEvidence } from '../../support/evidence-builders.ts';
import { aPolicy } from '../../support/race-builders.ts';

const BASE = { a: 'passed', b: 'failed' } as const;
const policy = { ...aPolicy(), trust: TrustPolicy.parse({ requires_progress: true }) };
const namesIn = (captured: ReturnType<typeof aCapture>): readonly string[] =>
  contenders(captured, policy).map(({ candidate }) => candidate.name);

const claims = anEvidence('claims', BASE, { tree: '1'.repeat(40), matrix: aMatrix({ proven: ['new'] }) });
const idle = anEvidence('idle', BASE, { tree: '2'.repeat(40) });
const fixes = anEvidence('fixes', { a: 'passed', b: 'passed' }, { tree: '3'.repeat(40) });

test('while progress is only claimed, others may yet show it with the same tests', () => {
  expect(namesIn(aCapture(BASE, [claims, idle]))).toEqual(['claims', 'idle']);
});

test('once it is shown, they may not', () => {
  expect(namesIn(aCapture(BASE, [fixes, idle]))).toEqual(['fixes']);
});
