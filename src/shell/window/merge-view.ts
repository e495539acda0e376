import { UserError } from '../errors/user-error.ts';
import { type Merged, mergeWinner } from '../stored/merge-winner.ts';
import { findRow } from './find-run.ts';
import type { WindowTools } from './window-tools.ts';

export type ConfirmedMerge = {
  readonly candidate?: string | undefined;
  readonly into?: string | undefined;
  readonly allow?: readonly string[] | undefined;
  readonly allowDegraded?: boolean | undefined;
  readonly dryRun: boolean;
  readonly confirm?: string | undefined;
};

export type MergeAnswer = Pick<Merged, 'candidate' | 'capabilities' | 'outcome'> & {
  /** Send it back to merge what the dry run showed; null: there is nothing to confirm. */
  readonly confirm: string | null;
};

/**
 * A dry run returns what would happen and its digest. The merge must send that digest, so nothing is merged that was
 * not shown. Gates can be overridden only on the command line.
 */
export const mergeConfirmed = async (
  tools: WindowTools,
  run: string,
  { dryRun, confirm, ...asked }: ConfirmedMerge,
): Promise<MergeAnswer> => {
  const { id } = await findRow(tools, run);
  const opened = await tools.tools();
  const options = {
    run: id,
    allow: asked.allow ?? [],
    allowDegraded: asked.allowDegraded ?? false,
    ...(asked.candidate === undefined ? {} : { candidate: asked.candidate }),
    ...(asked.into === undefined ? {} : { into: asked.into }),
  };
  const tried = await mergeWinner(opened, { ...options, dryRun: true });
  const { candidate, capabilities, outcome } = tried;
  const head = outcome.status === 'would-merge' ? await opened.repository.resolveBase(outcome.branch) : null;
  const shown =
    head === null ? null : opened.digest(JSON.stringify([id, candidate, options, outcome, head.commit]));
  if (dryRun || shown === null) return { candidate, capabilities, outcome, confirm: shown };
  if (confirm !== shown)
    throw new UserError(
      'confirm',
      'This differs from the dry run: the branch or the request has changed since.',
      'Run the dry run again and confirm its result.',
    );
  const merged = await mergeWinner(opened, { ...options, dryRun: false });
  return {
    candidate: merged.candidate,
    capabilities: merged.capabilities,
    outcome: merged.outcome,
    confirm: null,
  };
};
