import type { HazardLevel } from './assessment.ts';
import type { Measured } from '../measured.ts';
import type { RawReport } from '../check/output-parser.ts';

/** A place in a file that a rule of security holds against it. */
export type Hazard = {
  readonly rule: string;
  readonly level: HazardLevel;
  readonly line: number;
  readonly message: string;
};

/** The same, told by a tool; a file of dependencies where it is about one of those. */
export type ToldHazard = Hazard & { readonly file: string };

/** A scanner's output → hazards. Total: any text gives a list or a reason, never an exception. */
export type HazardParser = {
  readonly id: string;
  parse(report: RawReport): Measured<readonly ToldHazard[]>;
};
