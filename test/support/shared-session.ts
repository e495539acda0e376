import { openSession } from '../../src/faces/library/library.ts';

/**
 * For all evaluations of a worker whose session is not what is tested: helper processes start once, not with every
 * evaluation. They end with the worker.
 */
export const sharedSession = openSession();
