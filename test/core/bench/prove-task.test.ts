import { describe, expect, test } from 'vitest';
import { measured, missing } from '../../../src/core/domain/measured.ts';
import type { Cell } from '../../../src/core/domain/evidence/matrix.ts';
import type { TaskCells } from '../../../src/core/domain/bench/task-result.ts';
import { proveTask } from '../../../src/core/bench/prove-task.ts';
import { tallyTests } from '../../../src/core/score/benchmark/tally-tests.ts';

const cell = (passed: readonly string[], failed: readonly string[] = []): Cell => ({
  passed: [...passed],
  failed: [...failed],
  skipped: [],
});
const both = (of: Cell): TaskCells => ({ fail_to_pass: measured(of), pass_to_pass: measured(of) });
const tests = { fail_to_pass: ['mended'], pass_to_pass: ['kept'] };

describe('a task', () => {
  test('is sound if gold passes everything and nothing at all does not', () => {
    expect(
      proveTask(tests, { empty: both(cell(['kept'], ['mended'])), gold: both(cell(['kept', 'mended'])) }),
    ).toEqual([]);
  });

  test('is trivial if its tests pass before any change', () => {
    const [first] = proveTask(tests, {
      empty: both(cell(['kept', 'mended'])),
      gold: both(cell(['kept', 'mended'])),
    });
    expect(first).toMatch(/^mended passes without any change/);
  });

  test('is unsound if gold breaks or misses something', () => {
    const problems = proveTask(tests, {
      empty: both(cell(['kept'])),
      gold: both(cell([], ['kept', 'mended'])),
    });
    expect(problems).toEqual(['mended does not pass with gold.patch', 'kept is broken by gold.patch']);
  });

  test('lists what ran if a test was never seen, and why nothing ran', () => {
    const unknown = missing('candidate', 'the build failed');
    const problems = proveTask(tests, {
      empty: { fail_to_pass: unknown, pass_to_pass: unknown },
      gold: both(cell(['kept', 'other'])),
    });
    expect(problems).toEqual([
      'kept does not pass before any change (the build failed)',
      'mended does not pass with gold.patch (no test of this name ran)',
      'with gold.patch there ran: kept, other',
    ]);
  });

  test('with a command is sound if the command is', () => {
    const byCommand = { fail_to_pass: { command: 'check' }, pass_to_pass: [] };
    const sound = { empty: both(cell([], ['hidden'])), gold: both(cell(['hidden'])) };
    expect(proveTask(byCommand, sound)).toEqual([]);
    expect(proveTask(byCommand, { ...sound, gold: sound.empty })).toEqual([
      'check does not pass with gold.patch',
    ]);
  });
});

describe('a tally', () => {
  test('counts a test that never ran as not passing', () => {
    expect(tallyTests(['a', 'b'], measured(cell(['a', 'x'])))).toEqual(measured({ passed: 1, total: 2 }));
  });

  test('keeps the reason if nothing is known, and accepts an empty list', () => {
    const unknown = missing('candidate', 'the build failed');
    expect(tallyTests(['a'], unknown)).toEqual(unknown);
    expect(tallyTests([], unknown)).toEqual(measured({ passed: 0, total: 0 }));
  });
});
