import type { FlagSeverity } from './flag.ts';

/** One kind of flag: what it means, what to do about it, and how severe it is unless the policy says otherwise. */
export type FlagKind = {
  readonly id: string;
  readonly title: string;
  readonly meaning: string;
  readonly advice: string;
  readonly standard: FlagSeverity;
  /** A merge needs `--allow ID`, unless the policy sets a severity itself. */
  readonly consent?: true;
};
