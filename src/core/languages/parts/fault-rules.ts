import type { RuleHit, RuffRules } from './assessor.ts';

export type Fault = { readonly line: number; readonly message: string };

/** How the bundled linter finds code of a file that fails as soon as it runs. */
export type FaultRules = {
  readonly ruff: RuffRules;
  /** Of what was found in a file, what counts; `before` is null for a new file. */
  select(before: readonly RuleHit[] | null, after: readonly RuleHit[]): readonly Fault[];
};
