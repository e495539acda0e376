import { changedImports } from './analyse/convention/changed-imports.ts';
import { type ConventionSubject, gatherConventionFacts } from './analyse/convention/convention-facts.ts';
import { declaredRules } from './analyse/convention/declared/declared-rules.ts';
import { type BoundaryError, findBoundaryErrors } from './analyse/convention/find-boundary-errors.ts';
import type { ConventionFacts } from './domain/convention-facts.ts';
import { type Measured, measured } from './domain/measured.ts';
import type { ConventionBreach } from './domain/source-change.ts';
import { type ConventionScorecard, conventionScore } from './score/convention/model.ts';

export type BoundaryFindings = {
  readonly errors: readonly BoundaryError[];
  /** Rules that the repository states and that could not be looked at, each with the reason. */
  readonly notes: readonly string[];
};

/** Imports that the change adds against layers, in circles or against declared rules. */
export const checkBoundaries = (subject: ConventionSubject): BoundaryFindings => {
  const { index, edges, brief, changes } = subject;
  const { rules, notes } = declaredRules(index);
  const imports = changedImports(index, edges, changes);
  return { errors: findBoundaryErrors(index, brief.layers, imports, rules), notes };
};

export type JudgedConventions = {
  readonly card: ConventionScorecard;
  readonly facts: ConventionFacts;
  readonly breaches: readonly ConventionBreach[];
  readonly notes: readonly string[];
};

/** How native a change looks: facts from its syntax trees beside the base's, then the documented formula. */
export const scoreConventions = (
  subject: ConventionSubject,
  exec: ConventionFacts['exec'],
  schemaErrors: Measured<number>,
): JudgedConventions => {
  const { index, edges, brief, changes } = subject;
  const { rules, notes } = declaredRules(index);
  const imports = changedImports(index, edges, changes);
  const errors = findBoundaryErrors(index, brief.layers, imports, rules);
  const gathered = gatherConventionFacts(subject, imports.now);
  const facts: ConventionFacts = {
    ...gathered.facts,
    new_boundary_errors: measured(errors.length),
    schema_errors: schemaErrors,
    exec,
  };
  const crossed = errors.map(({ from, to, reason }): ConventionBreach => ({
    rule: 'boundary',
    path: from,
    found: `import of ${to}`,
    expected: reason,
  }));
  return { card: conventionScore(facts), facts, breaches: [...gathered.breaches, ...crossed], notes };
};
