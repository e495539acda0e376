import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRunId, nextRunId, runIdTime } from '../../../../../src/shell/adapters/store/runs/run-id.ts';

test('an id contains its time and sorts after every earlier one, even if the clock goes back', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 45 }), { minLength: 1, maxLength: 20 }), (clock) => {
      let latest: string | null = null;
      let newest = 0;
      for (const now of clock) {
        const id = nextRunId(now, latest);
        newest = Math.max(newest, now);
        expect(isRunId(id)).toBe(true);
        expect(latest === null || id > latest).toBe(true);
        expect(runIdTime(id)).toBe(new Date(newest).toISOString());
        latest = id;
      }
    }),
  );
});

test('two at the same moment differ', () => {
  expect(new Set(Array.from({ length: 100 }, () => nextRunId(5, null))).size).toBe(100);
});

test('nothing comes after the last id', () => {
  expect(() => nextRunId(0, '7ZZZZZZZZZZZZZZZZZZZZZZZZZ')).toThrow('No run can come after');
});
