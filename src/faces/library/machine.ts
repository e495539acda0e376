import { findFlagKind, flagCatalogue } from '../../core/analyse/flags/flag-catalogue.ts';
import type { FlagKind } from '../../core/domain/flags/flag-kind.ts';
import type { CandidateInput } from '../../shell/plan/candidate-list.ts';
import { type GeneratedConfig, generateConfig as generate } from '../../shell/plan/generate-config.ts';
import type { Diagnosis } from '../../shell/ports/diagnosis.ts';
import type { PruneLimits } from '../../shell/ports/disk-usage.ts';
import {
  type CacheSurvey,
  CLEAR_LIMITS,
  type Pruned,
  pruneStorage,
  surveyStorage,
} from '../../shell/stored/prune-storage.ts';
import { exampleCandidates, makeExampleRepository } from '../wiring/example-repository.ts';
import { readCandidates } from '../wiring/read-candidates.ts';
import { withSession } from '../wiring/session.ts';
import { openStorageTools, openTools } from '../wiring/wiring.ts';
import { diagnoseMachine } from '../wiring/wiring-doctor.ts';

type InRepository = { readonly repo?: string };

/** What is installed on this machine, and whether its sandbox works: it is tried, not assumed. */
export const diagnose = ({ repo = '.' }: InRepository = {}): Promise<readonly Diagnosis[]> =>
  diagnoseMachine(repo);

/** What is cached on disk: results of checks, checkouts, installations. */
export const inspectCache = async ({ repo = '.' }: InRepository = {}): Promise<CacheSurvey> =>
  surveyStorage(await openStorageTools(repo));

/** Removes what has not been used recently; stored runs stay. Without limits the defaults apply. */
export const pruneCache = async ({
  repo = '.',
  ...limits
}: InRepository & PruneLimits = {}): Promise<Pruned> =>
  pruneStorage(await openStorageTools(repo), Object.keys(limits).length === 0 ? null : limits);

/** Removes everything that can be recreated and that no living run uses. */
export const clearCache = async ({ repo = '.' }: InRepository = {}): Promise<Pruned> =>
  pruneStorage(await openStorageTools(repo), CLEAR_LIMITS);

/** A commented hydra.toml with every default, for the detected profile. Writes nothing. */
export const generateConfig = ({ repo = '.' }: InRepository = {}): Promise<GeneratedConfig> =>
  withSession(async (session) => generate(await openTools(session, repo)));

/** What a flag means and what to do about it; undefined if there is no such flag. */
export const explainFlag = (id: string): FlagKind | undefined => findFlagKind(id);

/** Every flag. */
export const listFlags = (): readonly FlagKind[] => flagCatalogue;

/** Every patch and every list of operations in a folder, with how each was made if a file next to it describes that. */
export const readCandidateFolder = (folder: string): readonly CandidateInput[] =>
  readCandidates({ candidate: [], candidates: [folder] });

/** A small repository with a failing test in a temporary folder, and eight candidates for it. */
export const createDemo = async (): Promise<{
  readonly repo: string;
  readonly base: string;
  readonly candidates: readonly CandidateInput[];
}> => ({
  repo: await makeExampleRepository(),
  base: 'main',
  candidates: readCandidateFolder(exampleCandidates),
});
