/** A line in a log that shows what the machine lacks. */
export type Symptom = {
  readonly cause: 'missing-module' | 'toolchain-version' | 'browser-missing';
  /** Its first group names what is missing. Applied to one line of bounded length. */
  readonly pattern: RegExp;
};
