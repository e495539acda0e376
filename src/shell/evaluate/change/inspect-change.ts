import { activeFlags, integrityGate } from '../../../core/conclude/integrity.ts';
import type { Flag } from '../../../core/domain/flags/flag.ts';
import type { TrustPolicy } from '../../../core/domain/policy/trust-policy.ts';
import { captureDiff, type DiffTools } from './capture-diff.ts';
import { captureFlags, type FlagTools } from './capture-flags.ts';
import type { GitRepository } from '../../ports/git-repository.ts';

export type InspectionTools = DiffTools &
  FlagTools & { readonly repository: Pick<GitRepository, 'listFiles'> };

export type Inspected = {
  readonly flags: readonly Flag[];
  /** The messages of the blocking flags; null: there are none. */
  readonly stopped: string | null;
};

/** Only the flags of a change: benchmarks and experiments apply the same rules. */
export const inspectChange = async (
  tools: InspectionTools,
  change: { readonly base: { readonly tree: string }; readonly tree: string; readonly trust?: TrustPolicy },
): Promise<Inspected> => {
  const { base, tree, trust } = change;
  if (tree === base.tree) return { flags: [], stopped: null };
  const diff = await captureDiff(tools, base.tree, tree);
  const seen = await captureFlags(tools, {
    baseTree: base.tree,
    tree,
    diff: diff.known ? diff.value : null,
    baseFiles: await tools.repository.listFiles(base.tree),
  });
  const flags = activeFlags(seen.flags, trust);
  return { flags, stopped: integrityGate(flags, trust) };
};
