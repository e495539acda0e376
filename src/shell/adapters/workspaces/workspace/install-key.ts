import { createHash } from 'node:crypto';
import type { InstallPlan } from '../../../../core/domain/source/repo-facts.ts';
import type { TrackedFile } from '../tree/base-checkout.ts';

/** Raised when layers of an older engine must not be used any more. */
const LAYER_FORMAT = 1;

export type InstallKeyParts = {
  readonly install: InstallPlan;
  readonly commit: string;
  readonly tracked: readonly TrackedFile[];
  /** Digest of the tools on PATH: another compiler or interpreter installs other files. */
  readonly tools: string;
  /** Layers of overlays and of copies differ. */
  readonly kind: 'overlay' | 'copy';
};

/** Everything that decides what an installation contains; the same key, the same dependencies. */
export const installKey = ({ install, commit, tracked, tools, kind }: InstallKeyParts): string => {
  const blobs = new Map(tracked.map(({ path, blob }) => [path, blob]));
  const manifests = [...install.manifests].sort().map((path) => [path, blobs.get(path) ?? null]);
  const environment = Object.entries(install.env).sort(([a], [b]) => (a < b ? -1 : 1));
  const takenOver = [...install.environment].sort();
  const scope = install.scope === 'tree' ? commit : 'manifests';
  const parts = [
    LAYER_FORMAT,
    kind,
    scope,
    manifests,
    install.command,
    environment,
    install.network,
    tools,
    takenOver,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
};
