import { CHECK_FLAGS } from '../../domain/flags/check-flags.ts';
import type { FlagKind } from '../../domain/flags/flag-kind.ts';
import { HARNESS_FLAGS } from '../../domain/flags/harness-flags.ts';
import { PROGRAM_FLAGS } from '../../domain/flags/program-flags.ts';
import { REPOSITORY_FLAGS } from '../../domain/flags/repository-flags.ts';
import { TEST_FLAGS } from '../../domain/flags/test-flags.ts';
import { flagRules } from './registry.ts';

/** Every flag: those described by subject in domain/flags, and those that a rule describes itself. */
export const flagCatalogue: readonly FlagKind[] = [
  ...HARNESS_FLAGS,
  ...CHECK_FLAGS,
  ...TEST_FLAGS,
  ...PROGRAM_FLAGS,
  ...REPOSITORY_FLAGS,
  ...flagRules.flatMap(({ kinds = [] }) => kinds),
];

export const findFlagKind = (id: string): FlagKind | undefined =>
  flagCatalogue.find((kind) => kind.id === id);
