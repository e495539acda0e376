import { canonicalJson } from '../../../core/domain/json/canonical-json.ts';
import type { Check } from '../../../core/domain/check/check.ts';
import type { Digest } from '../../ports/clock.ts';

/** Everything besides the tree that affects a result. */
export type Surroundings = {
  readonly tools: string;
  readonly isolation: string;
  readonly installed: string;
  readonly limits: string;
  /** Digest of the user's variables that are passed through, with their values. */
  readonly environment: string;
};

export const essence = ({ kind, name, command, env, parser, report }: Check) => ({
  kind,
  name,
  command,
  env,
  parser,
  report,
});

/** The content key of a check's result. Builds run before it in the same workspace, so they are part of it. */
export const resultKey = (
  digest: Digest,
  tree: string,
  check: Check,
  { checks, around }: { readonly checks: readonly Check[]; readonly around: Surroundings },
): string => {
  const before = check.kind === 'build' ? checks.slice(0, checks.indexOf(check)) : checks;
  const builds = before.filter(({ kind }) => kind === 'build').map(essence);
  return digest(canonicalJson(['result-3', tree, essence(check), builds, around]));
};
