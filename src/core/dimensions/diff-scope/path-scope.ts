import type { ChangedPath } from '../../domain/run/race-facts.ts';

const tidy = (path: string): string => path.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');

/** By folder or exact path: `infra` and `infra/` contain `infra/a.tf`; neither contains `infrastructure/`. */
const isInside = (path: string, scope: string): boolean =>
  scope === '' || scope === '.' || path === scope || path.startsWith(`${scope}/`);

const sidesOf = ({ path, oldPath }: ChangedPath): string[] =>
  (oldPath === undefined ? [path] : [path, oldPath]).map(tidy);

/** Counts files with any side in a scope (protected paths), or with all sides in one (allowed paths). */
export const countInScope = (
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
