import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortedRecord } from '../../../../../src/core/domain/json/sorted-records.ts';
import { deltaApplier, deltaOf } from '../../../../../src/shell/adapters/store/runs/record-delta.ts';

const key = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', '1', '2', 'a', 'b', ''),
  fc.string({ maxLength: 2 }),
);
const record = fc.array(fc.tuple(key, fc.constantFrom('passed', 'failed'))).map((pairs) => {
  const made: Record<string, string> = Object.create(null);
  for (const [name, value] of pairs) made[name] = value;
  return sortedRecord(made);
});

test('a record is its difference from the baseline, and can be restored', () => {
  fc.assert(
    fc.property(fc.option(record, { nil: undefined }), record, (base, whole) => {
      const grown = deltaApplier(base)(JSON.parse(JSON.stringify(deltaOf(base, whole))));
      expect(Object.entries(grown)).toEqual(Object.entries(whole));
    }),
  );
});

test('a record equal to the baseline is empty and shared', () => {
  const base = sortedRecord<string>({ adds: 'passed', subtracts: 'failed' });
  const same: Record<string, string> = { subtracts: 'failed', adds: 'passed' };
  const delta = deltaOf(base, same);
  expect(delta).toEqual({ changed: {}, absent: [] });
  expect(deltaApplier(base)(delta)).toBe(base);
});
