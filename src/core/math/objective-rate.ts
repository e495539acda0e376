import type { Objective } from '../domain/experiment/experiment-facts.ts';

/** A task without checks cannot fail what it does not assert. */
export const objectiveRate = ({ passed, total }: Objective): number => (total === 0 ? 1 : passed / total);
