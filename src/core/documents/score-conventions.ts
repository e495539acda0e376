import { changedImports } from '../analyse/convention/changed-imports.ts';
import { type ConventionSubject, gatherConventionFacts } from '../analyse/convention/convention-facts.ts';
import { declaredRules } from '../analyse/convention/declared-rules.ts';
import { type BoundaryError, findBoundaryErrors } from '../analyse/convention/find-boundary-errors.ts';
import type { ConventionFacts } from '../domain/source/convention-facts.ts';
import { type Measured, measured } from '../domain/measured.ts';
import type { ConventionBreach } from '../domain/candidate/source-change.ts';
import { type ConventionScorecard, conventionScorecard } from '../score/convention/model.ts';

export type BoundaryFindings = {
  readonly errors: readonly BoundaryError[];
  /** Rules that the repository declares and that could not be checked, each with the reason. */
  readonly notes: readonly string[];
};

/** Imports added by the change that break layers, form cycles or violate declared rules. */
export const checkBoundaries = (subject: ConventionSubject): BoundaryFindings => {
  const { index, edges, brief, changes } = subject;
  const { rules, notes } = declaredRules(index);
  const imports = changedImports(index, edges, changes);
  return { errors: findBoundaryErrors(index, brief.layers, imports, rules), notes };
};

export type GatheredConventions = {
  readonly facts: Omit<ConventionFacts, 'exec'>;
  readonly breaches: readonly ConventionBreach[];
  readonly notes: readonly string[];
};
export type JudgedConventions = GatheredConventions & { readonly card: ConventionScorecard };

/** Facts from the syntax trees of a change and its base: everything the model reads except the checks. */
export const gatherConventions = (
  subject: ConventionSubject,
  schemaErrors: Measured<number>,
): GatheredConventions => {
  const { index, edges, brief, changes } = subject;
  const { rules, notes } = declaredRules(index);
  const imports = changedImports(index, edges, changes);
  const errors = findBoundaryErrors(index, brief.layers, imports, rules);
  const gathered = gatherConventionFacts(subject, imports.now);
  const facts = {
    ...gathered.facts,
    new_boundary_errors: measured(errors.length),
    schema_errors: schemaErrors,
  };
  const crossed = errors.map(({ from, to, reason }): ConventionBreach => ({
    rule: 'boundary',
    path: from,
    found: `import of ${to}`,
    expected: reason,
  }));
  return { facts, breaches: [...gathered.breaches, ...crossed], notes };
};

/** How native a change looks, by the documented formula. */
export const scoreConventions = (
  subject: ConventionSubject,
  exec: ConventionFacts['exec'],
  schemaErrors: Measured<number>,
): JudgedConventions => {
  const gathered = gatherConventions(subject, schemaErrors);
  return { ...gathered, card: conventionScorecard({ ...gathered.facts, exec }) };
};
