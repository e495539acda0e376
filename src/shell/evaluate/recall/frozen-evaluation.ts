import * as z from 'zod';
import type { Authorship } from '../../../core/domain/candidate/authorship.ts';
import { Candidate, type CandidateSource } from '../../../core/domain/candidate/candidate.ts';
import type { CheckPlan } from '../../../core/domain/source/repo-facts.ts';
import type { Base } from '../../ports/git-repository.ts';
import type { ReopenedRun, RunRequest, SavedPatch } from '../../ports/run-store.ts';
import { UserError } from '../../errors/user-error.ts';
import { PlannedSeats } from '../../panel/seat-panel.ts';
import { HiddenTests } from '../../plan/load-hidden-tests.ts';

/** Everything that determines a run besides its configuration, as it was before anything ran. */
export type FrozenEvaluation = {
  readonly base: Base;
  readonly candidates: readonly Candidate[];
  /** Without the values of the user's variables. */
  readonly plan: CheckPlan;
  readonly notes: readonly string[];
  readonly jobs: number;
  readonly hidden?: HiddenTests | undefined;
  readonly conventions?: boolean | undefined;
  /** What the candidates are for. */
  readonly task?: string | undefined;
  /** Who compares them, if the user asked for a panel. */
  readonly panel?: PlannedSeats | undefined;
};

const Frozen = z.object({
  base: z.object({ ref: z.string(), commit: z.string(), tree: z.string(), branch: z.string().nullable() }),
  candidates: z.array(Candidate),
  // The digest of the request covers its bytes.
  plan: z.custom<CheckPlan>((value) => typeof value === 'object' && value !== null && 'checks' in value),
  notes: z.array(z.string()),
  jobs: z.int().positive(),
  hidden: HiddenTests.optional(),
  conventions: z.boolean().optional(),
  task: z.string().optional(),
  panel: PlannedSeats.optional(),
});

export const thawEvaluation = (id: string, { evaluation, race }: RunRequest): FrozenEvaluation => {
  const parsed = Frozen.safeParse(evaluation);
  if (parsed.success) return parsed.data;
  if (race !== undefined)
    throw new UserError('run-is-a-race', `Run ${id} is a race.`, `Use: hydra race --resume ${id}`);
  throw new UserError(
    'run-not-resumable',
    `Run ${id} does not record what was requested.`,
    'Evaluate again; finished checks are reused.',
  );
};

/** How a candidate had been imported before the run was killed. */
export type PastImport =
  | {
      readonly state: 'applied';
      readonly source: CandidateSource;
      readonly tree: string;
      readonly patch: SavedPatch;
      readonly authorship?: Authorship | undefined;
    }
  | { readonly state: 'rejected'; readonly source: CandidateSource; readonly reason: string };
export type PastImports = ReadonlyMap<string, PastImport>;

export const damagedPatch = (id: string, candidate: string): UserError =>
  new UserError(
    'run-damaged',
    `Run ${id} is damaged: the patch of ${candidate} differs from what was written.`,
    'Evaluate again from the original candidates.',
  );

/** Sources are never read again: a branch or a folder may have changed since. */
export const readPastImports = async ({
  run,
  trace,
  savedPatch,
}: Extract<ReopenedRun, { state: 'open' }>): Promise<PastImports> => {
  const past = new Map<string, PastImport>();
  for (const event of trace.events) {
    if (event.event === 'rejected') {
      const { candidate, source, reason } = event;
      past.set(candidate, { state: 'rejected', source, reason });
    }
    if (event.event !== 'applied') continue;
    const { candidate, source, tree, sha256, authorship } = event;
    const patch = await savedPatch(candidate, sha256);
    if (patch === null) throw damagedPatch(run.id, candidate);
    past.set(candidate, { state: 'applied', source, tree, patch, authorship });
  }
  return past;
};
