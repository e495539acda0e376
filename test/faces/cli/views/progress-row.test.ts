import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Paint } from '../../../../src/core/report/text/paint.ts';
import { type ProgressCell, rowLine } from '../../../../src/faces/cli/views/progress-row.ts';

const same = (text: string): string => text;
const paint = { bold: same, dim: same, good: same, bad: same, warn: same, accent: same } as Paint;
const done = (name: string): ProgressCell => ({ mark: '✓', good: true, name, text: '1252 pass, 5.3 s' });
const draw = (cells: readonly ProgressCell[], columns: number, running: string | null = null): string =>
  rowLine({ owner: 'candidate', cells, running }, { columns, paint, frame: '⠋' });

describe('a row of the progress', () => {
  test('shows everything if there is room, and what is running', () => {
    expect(draw([done('test')], 100, 'lint')).toBe(
      '  candidate                ✓ test 1252 pass, 5.3 s  ⠋ lint',
    );
  });

  test('shows less if there is less room: names, then marks, then the last marks', () => {
    const cells = ['build', 'test', 'lint', 'own'].map(done);
    expect(draw(cells, 70)).toContain('✓ build  ✓ test  ✓ lint  ✓ own');
    expect(draw(cells, 50)).toMatch(/ {2}candidate +✓ {2}✓ {2}✓ {2}✓$/);
    expect(draw(cells, 38).match(/✓/g)).toHaveLength(2);
  });

  test('never wraps, so that it can be drawn over', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, maxLength: 40 }), { maxLength: 30 }),
        fc.integer({ min: 40, max: 200 }),
        fc.option(fc.string({ minLength: 1, maxLength: 80 })),
        (names, columns, running) => {
          expect([...draw(names.map(done), columns, running)].length).toBeLessThanOrEqual(columns);
        },
      ),
    );
  });
});
