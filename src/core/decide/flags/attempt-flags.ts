import type { Attempt } from '../../domain/check/attempt.ts';
import type { TreeEvidence } from '../../domain/evidence/evidence.ts';
import type { Flag } from '../../domain/flags/flag.ts';
import { listFirst } from '../../text/amounts.ts';

const IDS_SHOWN = 3;

export const listed = (ids: readonly string[]): string => listFirst(ids, IDS_SHOWN);

const attemptsOf = ({ runs }: TreeEvidence): readonly (Attempt & { readonly check: string })[] =>
  runs.flatMap(({ check, outcome }) =>
    outcome.status === 'not-started'
      ? []
      : (outcome.attempts ?? []).map((attempt) => ({ ...attempt, check: check.name })),
  );

const programsOf = ({ runs }: TreeEvidence): readonly (readonly string[])[] =>
  runs.flatMap(({ outcome }) =>
    outcome.status === 'not-started' || outcome.programs === undefined ? [] : [outcome.programs],
  );

/** Programs that only the candidate starts. If the base was not watched, nothing can be concluded. */
const programFlags = (baseline: TreeEvidence, one: TreeEvidence): Flag[] => {
  const usual = programsOf(baseline);
  if (usual.length === 0) return [];
  const known = new Set(usual.flat());
  const added = [...new Set(programsOf(one).flat())].filter((name) => !known.has(name)).sort();
  return added.length === 0
    ? []
    : [
        {
          id: 'capability-added',
          rule: 'program',
          sentence: `While its tests ran, ${added.length === 1 ? 'a program was started' : `${added.length} programs were started`} that the base does not start: ${listed(added)}.`,
          evidence: listed(added),
        },
      ];
};

/** Actions that its runs attempted according to the sandbox, and the base's never do. */
export const attemptFlags = (baseline: TreeEvidence, one: TreeEvidence): Flag[] => {
  const usual = new Set(attemptsOf(baseline).map(({ kind }) => kind));
  const seen = new Map(attemptsOf(one).map((attempt) => [attempt.kind, attempt]));
  const tried = [...seen.values()]
    .filter(({ kind }) => !usual.has(kind))
    .map(({ kind, detail, check }) =>
      kind === 'network'
        ? {
            id: 'capability-added',
            rule: 'network',
            sentence: `While “${check}” ran, the program tried to reach the network (${detail}); the base does not.`,
          }
        : {
            id: 'secret-touched',
            rule: kind,
            sentence: `While “${check}” ran, the program ${kind === 'secret-read' ? 'read' : 'wrote'} ${detail}, where people keep keys.`,
          },
    );
  return [...tried, ...programFlags(baseline, one)];
};
