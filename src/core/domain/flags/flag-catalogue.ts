import { CHECK_FLAGS } from './check-flags.ts';
import type { FlagKind } from './flag-kind.ts';
import { HARNESS_FLAGS } from './harness-flags.ts';
import { PROGRAM_FLAGS } from './program-flags.ts';
import { REPOSITORY_FLAGS } from './repository-flags.ts';
import { TEST_FLAGS } from './test-flags.ts';

export type { FlagKind } from './flag-kind.ts';

/** Every flag there is. Adding one touches one of these lists and the file that raises it. */
export const flagCatalogue: readonly FlagKind[] = [
  ...HARNESS_FLAGS,
  ...CHECK_FLAGS,
  ...TEST_FLAGS,
  ...PROGRAM_FLAGS,
  ...REPOSITORY_FLAGS,
];

export const findFlagKind = (id: string): FlagKind | undefined =>
  flagCatalogue.find((kind) => kind.id === id);
