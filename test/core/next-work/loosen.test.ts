import { expect, test } from 'vitest';
import { measured, missing } from '../../../src/core/domain/measured.ts';
import { addLoosened, loosen } from '../../../src/core/next-work/loosen.ts';
import { withChecks } from '../../../src/core/next-work/captured-so-far.ts';
import { anExaminee, aStart } from '../../support/examination-builders.ts';
import { aReport, aTree } from '../../support/evidence-builders.ts';
import { aPolicy } from '../../support/race-builders.ts';

const RUNS = { tests: measured(aReport({ adds: 'passed' })) };
const SILENT = { tests: missing('candidate', 'no test binary ran') };

const inside = { ...anExaminee('a', 'pinned'), tree: 'own' };
const pinned = { ...inside.pinned, inside: ['src/lib.rs'] };
const start = aStart([{ ...inside, pinned }]);

const checked = (base: object, candidate: object) =>
  withChecks(withChecks(start, 'base-tree', { ...aTree({}), ...base, tree: 'base-tree' }), 'pinned', {
    ...aTree({}),
    ...candidate,
    tree: 'pinned',
  });

const asked = (base: object, candidate: object) => loosen.ask(checked(base, candidate), aPolicy());

test('a candidate with which the base’s tests do not build is asked about, if they do on the base', () => {
  expect(asked(RUNS, SILENT)).toEqual([{ kind: 'loosen', candidate: 'a', tree: 'own', source: 'pinned' }]);
  expect(asked(RUNS, { build: measured({ passed: false }), ...SILENT })).toHaveLength(1);
  expect(asked(RUNS, RUNS)).toEqual([]);
  expect(asked(SILENT, SILENT)).toEqual([]);
});

test('its own tests stay only if they run', () => {
  const before = checked(RUNS, SILENT);
  const [question] = loosen.ask(before, aPolicy());
  const after = (seen: object) =>
    addLoosened(before, question!, { source: 'loose', seen: { ...aTree({}), ...seen, tree: 'loose' } })
      .evidence[0];
  expect(after(SILENT)).toEqual(before.evidence[0]);
  const one = after(RUNS);
  expect(one?.tree).toBe('own');
  expect(one?.tests).toEqual(RUNS.tests);
  expect(one?.pinned).toMatchObject({ tree: 'loose', undivided: [{ path: 'src/lib.rs' }] });
  expect(one?.pinned?.inside).toBeUndefined();
});
