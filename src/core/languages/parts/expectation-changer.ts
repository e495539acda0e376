import type { Edit, Tree } from '../../syntax/walk-nodes.ts';

/** Changes expectations of a test file so that they cannot hold, for the negative control. */
export type ExpectationChanger = {
  /** Separates the nonce in the name of the copy. */
  readonly separator: '-' | '_';
  edit(tree: Tree, nonce: string, path: string): readonly Edit[];
};
