import { conventionCard } from '../dimensions/convention/convention-card.ts';
import type { Dimension } from '../dimensions/dimension.ts';
import { CAPTURED_DIMENSIONS } from '../dimensions/dimensions.ts';
import type { ConventionCard } from '../domain/run/conclusion.ts';
import type { Evidence, TreeEvidence } from '../domain/evidence/evidence.ts';
import { measured, type Measured } from '../domain/measured.ts';
import type { CheckCounts } from '../domain/source/convention-facts.ts';
import { execOf } from './exec-of-evidence.ts';

const checkCounts = (baseline: TreeEvidence, evidence: Evidence, aside: ReadonlySet<string>): CheckCounts => {
  const { lint_errors, type_errors, tests_passed, tests_failed } = execOf(baseline, evidence, aside);
  const [lint, types] = [nothingToFind(lint_errors), nothingToFind(type_errors)];
  return { lint_errors: lint, type_errors: types, tests_passed, tests_failed };
};

/** The model needs to know whether an error was found; without such a check in the project, none can be. */
const nothingToFind = (errors: Measured<number>): Measured<number> =>
  errors.known || errors.cause !== 'not-configured' ? errors : measured(0);

/** Scores from 0 to 1 of every dimension whose evidence was captured. */
export const sharesOf = (
  baseline: TreeEvidence,
  evidence: Evidence,
  aside: ReadonlySet<string>,
): Readonly<Record<string, Measured<number>>> => {
  const checks = () => checkCounts(baseline, evidence, aside);
  const dimensions: readonly Dimension[] = CAPTURED_DIMENSIONS;
  return Object.fromEntries(
    dimensions.flatMap(({ key, evidence: stored }) => {
      const found = stored && (evidence[stored.field as keyof Evidence] as Measured<unknown> | undefined);
      if (stored === undefined || found === undefined) return [];
      return [[key, found.known ? stored.share(found.value, checks) : found]];
    }),
  );
};

/** The convention model's scores; null if conventions were not captured. */
export const conventionsOf = (
  baseline: TreeEvidence,
  evidence: Evidence,
  aside: ReadonlySet<string>,
): ConventionCard | null => {
  const { convention } = evidence;
  return convention?.known
    ? conventionCard(convention.value, measured(checkCounts(baseline, evidence, aside)))
    : null;
};
