import { isDisturbedByControl } from './base-repeat.ts';
import { distinctSources, sourceOf } from './captured-so-far.ts';
import type { Inquiry } from './inquiry.ts';

/** If the negative control kept other tests from running, every candidate is checked again without it. */
export const withoutControl: Inquiry<'without-control'> = {
  kind: 'without-control',
  ask: (captured) =>
    isDisturbedByControl(captured)
      ? distinctSources(captured.evidence)
          .filter(({ control }) => control !== undefined)
          .map((one) => ({
            kind: 'without-control' as const,
            candidate: one.candidate.name,
            source: sourceOf(one),
          }))
      : [],
};
