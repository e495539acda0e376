import type { FunctionMeasure } from '../../domain/evidence/code-measures.ts';
import type { Measured } from '../../domain/measured.ts';
import type { RawReport } from '../../domain/check/output-parser.ts';

/** A measuring tool's reports → complexity by function and maintainability, by file. */
export type MeasureParser = {
  readonly id: string;
  complexity(report: RawReport): Measured<ReadonlyMap<string, readonly FunctionMeasure[]>>;
  maintainability(report: RawReport): Measured<ReadonlyMap<string, number>>;
};
