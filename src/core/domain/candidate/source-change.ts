import type { ConventionEvidence } from '../evidence/convention-evidence.ts';
import type { SourceReading } from '../source/source-facts.ts';

/** One file that a candidate adds, changes or removes. */
export type ChangedSource = {
  readonly path: string;
  /** Its facts afterwards; null if it is removed, or is not source. */
  readonly after: SourceReading | null;
  readonly removed: boolean;
};

/** Something that does not fit the repository, with what would. */
export type ConventionBreach = Readonly<ConventionEvidence['breaches'][number]>;
