import { InfrastructureError } from '../../../errors/user-error.ts';
import type { ObjectStore } from './object-store.ts';

const MOST_BYTES = 64 * 1024 * 1024;
const TREE = /^[0-9a-f]{40,64}$/;

/** To be read, not applied: renames are followed, binaries are only named. */
const FLAGS = [
  '-r',
  '-p',
  '-M',
  '-l1000',
  '--full-index',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--submodule=short',
  '--ignore-submodules=none',
];

/** The patch from one tree to another. Null: the store lacks one of them. */
export const patchBetween = async (
  store: ObjectStore,
  from: string,
  to: string,
): Promise<Uint8Array | null> => {
  if (!TREE.test(from) || !TREE.test(to)) return null;
  for (const tree of [from, to])
    if ((await store.run({ args: ['cat-file', '-e', `${tree}^{tree}`] })).code !== 0) return null;
  const run = await store.run({ args: ['diff-tree', ...FLAGS, from, to], maxBytes: MOST_BYTES });
  if (run.stopped === 'too-large')
    throw new InfrastructureError(
      'diff-too-large',
      `The difference is larger than ${MOST_BYTES >> 20} MB.`,
      'Compare them with git.',
    );
  return run.code === 0 ? run.stdout : null;
};
