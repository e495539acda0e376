import { newlyPassing } from '../decide/opened-containers.ts';
import type { TreeEvidence } from '../domain/evidence/evidence.ts';
import type { Cell } from '../domain/evidence/matrix.ts';
import { selectsTests } from './base-repeat.ts';
import {
  type CapturedSoFar,
  distinctSources,
  filesOf,
  namedTests,
  sourceOf,
  withRuns,
  withSource,
} from './captured-so-far.ts';
import type { Inquiry } from './inquiry.ts';
import { contenders } from './may-win.ts';
import type { QuestionOf } from './question.ts';

/** More files than this are a rewrite; then the suite's own control has to suffice. */
const MOST_FILES = 3;

/** The tests that a candidate made pass, with changed expectations: one that still passes would pass on anything. */
export const changedExpectations: Inquiry<'changed-expectations'> = {
  kind: 'changed-expectations',
  report: {
    describe: ({ candidate }, whyRuledOut) => ({
      question: 'fixed tests with changed expectations',
      why: whyRuledOut(candidate),
    }),
    contendersOnly: true,
    traceless: true,
  },
  ask: (captured, policy) => {
    const base = namedTests(captured.baseline);
    if (base === null || !selectsTests(captured) || !Object.values(base.outcomes ?? {}).includes('failed'))
      return [];
    const targets = distinctSources(contenders(captured, policy))
      .filter(({ targeted }) => targeted === undefined)
      .flatMap((one) => {
        const own = namedTests(one);
        const fixed = own === null ? [] : newlyPassing(base, own);
        return own === null || fixed.length === 0
          ? []
          : [{ one, fixed, files: [...filesOf(base, fixed), ...filesOf(own, fixed)] }];
      });
    const files = [...new Set(targets.flatMap((target) => target.files))].sort().slice(0, MOST_FILES);
    if (files.length === 0) return [];
    return targets.map(({ one, fixed }) => ({
      kind: 'changed-expectations' as const,
      candidate: one.candidate.name,
      source: sourceOf(one),
      fixed,
      files,
    }));
  },
};

/** Ids end with the title, after a character that cannot continue a name. */
const isTitled = (id: string, titles: readonly string[]): boolean =>
  titles.some((title) => id.endsWith(title) && /[^\w]$/.test(id.slice(0, -title.length)));

/** `titles`: tests that surely meet a changed expectation. */
export const addChangedExpectations = (
  captured: CapturedSoFar,
  { candidate, source, fixed }: QuestionOf<'changed-expectations'>,
  seen: TreeEvidence | undefined,
  titles: readonly string[],
): CapturedSoFar => {
  if (seen === undefined) return captured;
  const meant = new Set(fixed.filter((id) => isTitled(id, titles)));
  const keep = (ids: readonly string[]): string[] => ids.filter((id) => meant.has(id));
  const { passed, failed, skipped } = seen.control ?? { passed: [], failed: [], skipped: [] };
  const targeted: Cell = { passed: keep(passed), failed: keep(failed), skipped: keep(skipped) };
  return withSource(withRuns(captured, candidate, seen), source, (one) => ({ ...one, targeted }));
};
