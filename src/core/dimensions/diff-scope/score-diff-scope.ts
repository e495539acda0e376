import { measured, missing, type Measured } from '../../domain/measured.ts';
import type { DiffSize, ChangedPath } from '../../domain/run/race-facts.ts';
import type { DiffScopePolicy } from '../../domain/policy/race-rules.ts';
import { weightedMean } from '../../math/weighted-mean.ts';
import { matchIgnore } from '../../text/match-ignore.ts';
import type { ChangePlace, ScoreExplanation } from '../dimension.ts';
import type { RaceInput } from '../race-input.ts';

const tidy = (path: string): string => path.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');

const sidesOf = ({ path, oldPath }: ChangedPath): string[] =>
  (oldPath === undefined ? [path] : [path, oldPath]).map(tidy);

/** How many files are inside these paths, for renames with both sides. */
const countInside = (files: readonly ChangedPath[], patterns: readonly string[]): number => {
  const find = matchIgnore(patterns);
  return files.filter((file) => sidesOf(file).every((path) => find(path) !== null)).length;
};

/** The first path that a pattern covers, by either side of a rename, and that pattern. */
const findTouched = (
  files: readonly ChangedPath[],
  patterns: readonly string[],
): { readonly path: string; readonly pattern: string } | null => {
  const find = matchIgnore(patterns);
  for (const path of files.flatMap(sidesOf)) {
    const pattern = find(path);
    if (pattern !== null) return { path, pattern };
  }
  return null;
};

const WEIGHT_OF = { churn: 0.35, files: 0.35, allowed: 0.3 } as const;
const PROTECTED_CAP = 30;

const soft = (size: number, limit: number): number =>
  size <= limit ? 100 : Math.max(0, 100 - (50 * (size - limit)) / limit);

const scopeScore = (diff: DiffSize, policy: DiffScopePolicy): number | null => {
  const { files } = diff;
  const judged = policy.allowed_paths.length > 0 && files.length > 0;
  const allowed = judged ? (100 * countInside(files, policy.allowed_paths)) / files.length : null;
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
  if (score === null) return missing('not-configured', 'no part of the diff could be judged');
  const guarded = findTouched(files, policy.protected_paths) !== null;
  return measured(guarded ? Math.min(PROTECTED_CAP, score) : score);
};

const MOST_PLACES = 20;
const filePlaces = (files: DiffSize['files']): readonly ChangePlace[] =>
  files.slice(0, MOST_PLACES).map(({ path }) => ({ text: path, path, line: 0 }));

export const explainDiffScope: ScoreExplanation = {
  formula: `(${WEIGHT_OF.churn} × soft(churn, max_churn_soft) + ${WEIGHT_OF.files} × soft(files, max_files_soft) + ${WEIGHT_OF.allowed} × 100 × files inside allowed_paths ÷ files) ÷ the weights that apply; soft(size, limit) is 100 up to the limit, then 100 − 50 × (size − limit) ÷ limit; at most ${PROTECTED_CAP} if a protected path is touched`,
  inputs: ({ candidate: { diff }, policy: { diff_scope: policy } }) => {
    if (!diff.known) return [];
    const { files, added, removed } = diff.value;
    const guarded = findTouched(files, policy.protected_paths);
    const inside = policy.allowed_paths.length === 0 ? null : countInside(files, policy.allowed_paths);
    return [
      { name: 'churn', value: added + removed, of: 'candidate', note: 'the change, formatting left out' },
      { name: 'files', value: files.length, of: 'candidate', note: 'the change', places: filePlaces(files) },
      { name: 'files_inside_allowed_paths', value: inside, of: 'candidate', note: 'the change' },
      {
        name: 'touches_protected_path',
        value: guarded !== null,
        of: 'candidate',
        note: 'the change',
        places: guarded === null ? [] : [{ text: guarded.path, path: guarded.path, line: 0 }],
      },
      { name: 'max_churn_soft', value: policy.max_churn_soft, of: 'policy', note: '[scoring.diff_scope]' },
      { name: 'max_files_soft', value: policy.max_files_soft, of: 'policy', note: '[scoring.diff_scope]' },
    ];
  },
};

/** Names the path that lowers a score which size alone would not lower. */
export const remarkOnDiffScope = ({
  candidate: { diff },
  policy: { diff_scope: policy },
}: Pick<RaceInput, 'candidate' | 'policy'>): string | null => {
  const touched = diff.known ? findTouched(diff.value.files, policy.protected_paths) : null;
  return touched === null
    ? null
    : `${touched.path} is protected (protected_paths has ${JSON.stringify(touched.pattern)}): at most ${PROTECTED_CAP}`;
};
