import type { FlagKind } from './flag-kind.ts';
import { HARNESS_FLAGS } from './harness-flags.ts';

export type { FlagKind } from './flag-kind.ts';

/** Every flag there is. Adding one touches this list and the file that raises it. */
export const flagCatalogue: readonly FlagKind[] = [...HARNESS_FLAGS];

export const findFlagKind = (id: string): FlagKind | undefined =>
  flagCatalogue.find((kind) => kind.id === id);
