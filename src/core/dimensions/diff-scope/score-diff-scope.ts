import { measured, missing, type Measured } from '../../domain/measured.ts';
import type { DiffSize, ChangedPath } from '../../domain/run/race-facts.ts';
import type { DiffScopePolicy } from '../../domain/policy/race-rules.ts';
import { weightedMean } from '../../math/weighted-mean.ts';
import type { RaceInput } from '../race-input.ts';

const tidy = (path: string): string => path.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');

/** By folder or exact path: `infra` and `infra/` contain `infra/a.tf`; neither contains `infrastructure/`. */
const isInside = (path: string, scope: string): boolean =>
  scope === '' || scope === '.' || path === scope || path.startsWith(`${scope}/`);

const sidesOf = ({ path, oldPath }: ChangedPath): string[] =>
  (oldPath === undefined ? [path] : [path, oldPath]).map(tidy);

/** Counts files with any side in a scope (protected paths), or with all sides in one (allowed paths). */
const countInScope = (
  files: readonly ChangedPath[],
  scopes: readonly string[],
  sides: 'any' | 'all',
): number => {
  const tidied = scopes.map(tidy);
  const inScope = (path: string): boolean => tidied.some((scope) => isInside(path, scope));
  return files.filter((file) =>
    sides === 'any' ? sidesOf(file).some(inScope) : sidesOf(file).every(inScope),
  ).length;
};

const WEIGHT_OF = { churn: 0.35, files: 0.35, allowed: 0.3 } as const;
const PROTECTED_CAP = 30;

const soft = (size: number, limit: number): number =>
  size <= limit ? 100 : Math.max(0, 100 - (50 * (size - limit)) / limit);

const scopeScore = (diff: DiffSize, policy: DiffScopePolicy): number | null => {
  const { files } = diff;
  const judged = policy.allowed_paths.length > 0 && files.length > 0;
  const allowed = judged ? (100 * countInScope(files, policy.allowed_paths, 'all')) / files.length : null;
  return weightedMean([
    { score: soft(diff.added + diff.removed, policy.max_churn_soft), weight: WEIGHT_OF.churn },
    { score: soft(files.length, policy.max_files_soft), weight: WEIGHT_OF.files },
    { score: allowed, weight: WEIGHT_OF.allowed },
  ]).mean;
};

export const scoreDiffScope = ({
  candidate: { diff },
  policy: { diff_scope: policy },
}: Pick<RaceInput, 'candidate' | 'policy'>): Measured<number> => {
  if (!diff.known) return diff;
  const { files, added, removed } = diff.value;
  if (files.length === 0 && added + removed === 0)
    return missing('not-configured', 'an empty diff has no scope');
  const score = scopeScore(diff.value, policy);
  if (score === null) return missing('not-configured', 'nothing of the diff could be judged');
  const guarded = countInScope(files, policy.protected_paths, 'any') > 0;
  return measured(guarded ? Math.min(PROTECTED_CAP, score) : score);
};
