import type { Measured } from '../../domain/measured.ts';
import type { RuffRules, RuleHit } from './assessor.ts';

export type Fault = { readonly line: number; readonly message: string };

/** Bundled analysers that find faults; they get the text alone. */
export type FaultTools = {
  ruff(text: string, rules: RuffRules): Promise<Measured<readonly RuleHit[]>>;
};

/** Code of a changed file that fails as soon as it runs, and that its earlier version does not have. */
export type FindFaults = (
  version: { readonly before: string | null; readonly after: string },
  tools: FaultTools,
) => Promise<readonly Fault[]>;
