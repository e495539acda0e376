import type { InstallPlan } from './repo-facts.ts';

/** Does the installation compile this file, so that another version of it needs another installation? */
export const compilesFile = ({ compiles = [] }: Pick<InstallPlan, 'compiles'>, path: string): boolean =>
  compiles.some((ending) => `/${path}`.endsWith(ending));
