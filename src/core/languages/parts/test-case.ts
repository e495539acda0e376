/** One test, by its source. */
export type TestCase = {
  /** Including its suites. */
  readonly name: string;
  readonly offset: number;
  readonly text: string;
  /** Checks that can fail, by how strict they are. */
  readonly strict: number;
  readonly weak: number;
  /** Checks of constants, which cannot fail. */
  readonly hollow: number;
  /** It calls something that probably checks: a function of the file that does, or one with such a name. */
  readonly delegates: boolean;
  /** How it is unconditionally switched off; null: it runs. */
  readonly off: string | null;
  /** It is marked to run exclusively. */
  readonly only: boolean;
  /** It runs over a table of cases or in a loop: few checks, many times. */
  readonly repeats: boolean;
  /** A failed check inside it is caught and ignored. */
  readonly swallows: boolean;
};

export type Verdicts = Pick<TestCase, 'strict' | 'weak' | 'hollow' | 'delegates' | 'swallows'>;

export const MAY_CHECK =
  /^(?:assert|check|verify|expect|should|ensure|validate|must|require|compare|match|run|test|is_?equal|same|find(?:By|AllBy)|get(?:By|AllBy)|contains|wait|throws|rejects)/i;

export const countChecks = ({ strict, weak }: TestCase): number => strict + weak;

/** Tests nest, and each is searched: beyond this many nodes the rest of a file is not read. */
export const openTestBudget = (): ((nodes: number) => boolean) => {
  let left = 1_000_000;
  return (nodes) => {
    left -= nodes;
    return left > 0;
  };
};

export const UNREAD_CHECKS: Verdicts = { strict: 0, weak: 0, hollow: 0, delegates: true, swallows: false };
