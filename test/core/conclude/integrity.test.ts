import { describe, expect, test } from 'vitest';
import { activeFlags, integrityGate, severityOf } from '../../../src/core/conclude/integrity.ts';
import type { Flag } from '../../../src/core/domain/flags/flag.ts';
import { flagCatalogue } from '../../../src/core/analyse/flags/flag-catalogue.ts';
import { TrustPolicy } from '../../../src/core/domain/policy/trust-policy.ts';

const idOf = (standard: string): string => flagCatalogue.find((kind) => kind.standard === standard)!.id;
const BLOCKS = idOf('block');
const WARNS = idOf('warn');

const flag = (id: string, said: Partial<Flag> = {}): Flag => ({
  id,
  rule: 'r',
  sentence: 'Something.',
  ...said,
});
const policy = (flags: Record<string, string>) => TrustPolicy.parse({ flags });

describe('how severe a flag is', () => {
  test.each([
    ['the catalogue says', BLOCKS, undefined, 'block'],
    ['the catalogue says', WARNS, policy({}), 'warn'],
    ['the policy says more', WARNS, policy({ [WARNS]: 'block' }), 'block'],
    ['the policy says less', BLOCKS, policy({ [BLOCKS]: 'off' }), 'off'],
    ['the policy mentions another', BLOCKS, policy({ [WARNS]: 'off' }), 'block'],
    ['it is unknown', 'never-heard-of', policy({}), 'block'],
    ['it is unknown, but every object has a property of that name', 'constructor', policy({}), 'block'],
  ])('%s: %s', (_, id, given, expected) => expect(severityOf(id, given)).toBe(expected));
});

test('a flag that is off is ignored', () => {
  const flags = [flag(BLOCKS), flag(WARNS)];
  expect(activeFlags(flags, policy({ [BLOCKS]: 'off' }))).toEqual([flag(WARNS)]);
  expect(activeFlags(flags, undefined)).toEqual(flags);
});

describe('the gate', () => {
  test('passes if nothing blocks', () => {
    expect(integrityGate([], undefined)).toBeNull();
    expect(integrityGate([flag(WARNS)], undefined)).toBeNull();
  });

  test('names the flag, the sentence and the place', () => {
    expect(integrityGate([flag(WARNS), flag(BLOCKS, { file: 'a.js', line: 3 })], undefined)).toBe(
      `${BLOCKS}: Something. (a.js:3)`,
    );
    expect(integrityGate([flag(BLOCKS, { file: 'a.js' })], undefined)).toBe(`${BLOCKS}: Something. (a.js)`);
    expect(integrityGate([flag(BLOCKS)], undefined)).toBe(`${BLOCKS}: Something.`);
  });

  test('shows three and counts the rest', () => {
    const many = (count: number) =>
      integrityGate(
        Array.from({ length: count }, (_, at) => flag('x', { sentence: `${at}` })),
        undefined,
      );
    expect(many(3)).toBe('x: 0; x: 1; x: 2');
    expect(many(5)).toBe('x: 0; x: 1; x: 2; and 2 more');
  });
});
