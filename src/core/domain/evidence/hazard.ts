import type { HazardLevel } from './assessment.ts';
import type { Measured } from '../measured.ts';
import type { RawReport } from '../check/output-parser.ts';

/** A place in a file that violates a security rule. */
export type Hazard = {
  readonly rule: string;
  readonly level: HazardLevel;
  readonly line: number;
  readonly message: string;
};

/** The same, reported by a tool; a file of dependencies if it concerns one of those. */
export type ReportedHazard = Hazard & { readonly file: string };

/** A scanner's output → hazards. Total: any text gives a list or a reason, never an exception. */
export type HazardParser = {
  readonly id: string;
  parse(report: RawReport): Measured<readonly ReportedHazard[]>;
};
