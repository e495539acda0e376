import type { Evidence } from '../domain/evidence/evidence.ts';
import { type CapturedSoFar, isUnexamined, withCandidate } from './captured-so-far.ts';
import type { Inquiry } from './inquiry.ts';

/** Facts about the change itself, before any of it runs. */
export const change: Inquiry<'change'> = {
  kind: 'change',
  ask: ({ evidence }) =>
    evidence
      .filter(({ diff }) => isUnexamined(diff))
      .map(({ candidate, tree }) => ({ kind: 'change' as const, candidate: candidate.name, tree })),
};

export const addChange = (
  captured: CapturedSoFar,
  candidate: string,
  seen: Pick<Evidence, 'diff' | 'flags' | 'successors'>,
): CapturedSoFar => withCandidate(captured, candidate, (one) => ({ ...one, ...seen }));
