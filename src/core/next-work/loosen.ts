import type { Evidence, TreeEvidence } from '../domain/evidence/evidence.ts';
import { mapMeasured } from '../domain/measured.ts';
import { type CapturedSoFar, distinctTrees, namedTests, sourceOf, withTree } from './captured-so-far.ts';
import type { Inquiry } from './inquiry.ts';
import type { QuestionOf } from './question.ts';

const failsToBuild = ({ build, tests }: TreeEvidence): boolean =>
  (build.known && !build.value.passed) || (!tests.known && tests.cause === 'candidate');

/**
 * If no test runs with the base's tests in a candidate's sources, these may use something that it renames or removes.
 * Then its own tests run instead, and have to prove as much as tests anywhere else.
 */
export const loosen: Inquiry<'loosen'> = {
  kind: 'loosen',
  ask: (captured) =>
    captured.examination === undefined || namedTests(captured.baseline) === null
      ? []
      : distinctTrees(captured.evidence)
          .filter((one) => one.pinned?.inside !== undefined && failsToBuild(one))
          .map((one) => ({
            kind: 'loosen' as const,
            candidate: one.candidate.name,
            tree: one.tree,
            source: sourceOf(one),
          })),
};

/** Prefix of the names of checks that run again, so that both logs are kept. */
export const LOOSE = 'loose-';

const WHY_LOOSE = "the base's tests do not compile with its code";

/** Targets are compared with those of the base by name. */
const plainTargets = (build: TreeEvidence['build']): TreeEvidence['build'] =>
  mapMeasured(build, ({ targets, ...result }) =>
    targets === undefined
      ? result
      : {
          ...result,
          targets: Object.fromEntries(
            Object.entries(targets).map(([name, built]) => [name.replace(LOOSE, ''), built]),
          ),
        },
  );

const loosened = (one: Evidence, source: string, seen: TreeEvidence): Evidence => {
  if (one.pinned === undefined) return one;
  const { inside = [], examples: _, undivided = [], ...pinned } = one.pinned;
  const why = inside.map((path) => ({ path, reason: WHY_LOOSE }));
  return {
    ...one,
    ...seen,
    build: plainTargets(seen.build),
    runs: [...one.runs, ...seen.runs],
    tree: one.tree,
    pinned: { ...pinned, tree: source, undivided: [...undivided, ...why] },
  };
};

/** `source`: with the candidate's own tests; unless tests run there, it keeps what it has. */
export const addLoosened = (
  captured: CapturedSoFar,
  { tree }: QuestionOf<'loosen'>,
  { source, seen }: { readonly source: string; readonly seen: TreeEvidence | undefined },
): CapturedSoFar => {
  if (seen === undefined) return captured;
  return failsToBuild(seen)
    ? withTree(captured, tree, (one) => ({ ...one, runs: [...one.runs, ...seen.runs] }))
    : withTree(captured, tree, (one) => loosened(one, source, seen));
};

/** Whether the candidate's own tests stay in its sources. */
export const mayLoosen = (seen: TreeEvidence | undefined): boolean =>
  seen !== undefined && !failsToBuild(seen);
