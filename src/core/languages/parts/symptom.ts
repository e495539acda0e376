/** A line in a log that shows what the machine lacks. */
export type Symptom = {
  readonly cause: 'missing-module' | 'toolchain-version' | 'browser-missing';
  /** Its first group names what is missing. Applied to one line of bounded length. */
  readonly pattern: RegExp;
  /** What is missing, if the line does not say it in words that help. */
  readonly what?: string;
};
