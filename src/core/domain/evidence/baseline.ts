/** The base's name in place of a candidate's, in evidence, events and run folders. */
export const BASELINE = 'baseline';
