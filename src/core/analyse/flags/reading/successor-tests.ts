import type { StatedPair } from '../../../domain/evidence/matrix.ts';
import type { Change } from '../flag-rule.ts';
import { pairTests, type PlacedTest } from './pair-tests.ts';

const MOST_PAIRS = 200;
const LONGEST_NAME = 500;

const placeOf = ({ test, file }: PlacedTest, side: 'before' | 'after') => ({
  file: side === 'before' ? (file.oldPath ?? file.path) : file.path,
  name: test.name.slice(0, LONGEST_NAME),
});

const byOffset = (a: PlacedTest, b: PlacedTest): number => a.test.offset - b.test.offset;

/** A removed test is succeeded by a new one between the same neighbours. */
const pairByPosition = (change: Change): readonly { before: PlacedTest; after: PlacedTest }[] => {
  const { pairs, removed, added } = pairTests(change);
  const found: { before: PlacedTest; after: PlacedTest }[] = [];
  const taken = new Set<PlacedTest>();
  for (const gone of removed.toSorted(byOffset).slice(0, MOST_PAIRS)) {
    const here = pairs.filter(({ before, after }) => before.file === gone.file && after.file === gone.file);
    const above = here.filter(({ before }) => before.test.offset < gone.test.offset);
    const below = here.filter(({ before }) => before.test.offset > gone.test.offset);
    const from = Math.max(-1, ...above.map(({ after }) => after.test.offset));
    const to = Math.min(Number.POSITIVE_INFINITY, ...below.map(({ after }) => after.test.offset));
    const next = added
      .filter((one) => one.file === gone.file && !taken.has(one))
      .filter(({ test }) => test.offset > from && test.offset < to)
      .sort(byOffset)[0];
    if (next === undefined) continue;
    taken.add(next);
    found.push({ before: gone, after: next });
  }
  return found;
};

/** Tests of the base that the change moves to another name or file, with their successors. */
export const successorTests = (change: Change): readonly StatedPair[] => {
  const renamed = pairTests(change).pairs.flatMap(({ before, after }): readonly StatedPair[] => {
    const [from, to] = [placeOf(before, 'before'), placeOf(after, 'after')];
    if (from.file === to.file && from.name === to.name) return [];
    return [{ before: from, after: to, by: from.name === to.name ? 'name' : 'body' }];
  });
  const replaced = pairByPosition(change).map(({ before, after }): StatedPair => ({
    before: placeOf(before, 'before'),
    after: placeOf(after, 'after'),
    by: 'position',
  }));
  return [...renamed, ...replaced].slice(0, MOST_PAIRS);
};
