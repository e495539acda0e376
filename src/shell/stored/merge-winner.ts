import type { Preference } from '../../core/domain/run/preference.ts';
import type { Flag } from '../../core/domain/flags/flag.ts';
import type { Conclusion, Ranking } from '../../core/domain/run/conclusion.ts';
import type { MergeOutcome } from '../ports/git-repository.ts';
import type { StoredRun } from '../ports/run-store.ts';
import type { Tools } from '../ports/tools.ts';
import { UserError } from '../errors/user-error.ts';
import { closedGates, flagsForConsent, isDegraded } from './merge-offer.ts';

export type MergeOptions = {
  readonly run: string;
  readonly candidate?: string;
  readonly dryRun?: boolean;
  readonly force?: boolean;
  /** Merge even though the checks ran without a sandbox. */
  readonly allowDegraded?: boolean;
  /** Flags that the user has looked at and agrees to merge. */
  readonly allow?: readonly string[];
  /** Merged without review: not recorded as a person's choice. */
  readonly unattended?: boolean;
  /** Branch to merge onto; by default the branch given as the base. */
  readonly into?: string;
};

export type Merged = {
  readonly candidate: string;
  readonly overridden: readonly string[];
  /** What the merged code can do that the base could not. */
  readonly capabilities: readonly Flag[];
  readonly outcome: MergeOutcome;
};

const chooseRanking = (conclusion: Conclusion, wanted: string | undefined): Ranking => {
  const name = wanted ?? conclusion.winner;
  if (name === null) {
    const { decision, rankings } = conclusion;
    if (decision !== undefined && rankings.some(({ mergeable }) => mergeable))
      throw new UserError(
        'no-winner',
        `This run has no winner: ${decision.reason}`,
        `If you have decided yourself, choose it: --candidate ${decision.candidates[0] ?? 'NAME'}.`,
      );
    throw new UserError(
      'no-winner',
      'This run has no winner: no candidate is mergeable',
      'Choose one with --candidate NAME --force to merge it anyway.',
    );
  }
  const ranking = conclusion.rankings.find(({ agent }) => agent === name);
  if (ranking !== undefined) return ranking;
  const rejected = conclusion.rejected.find(({ agent }) => agent === name);
  if (rejected !== undefined)
    throw new UserError(
      'rejected',
      `${name} was rejected: ${rejected.reason}`,
      'Not even --force can merge a patch that does not apply.',
    );
  const names = conclusion.rankings.map(({ agent }) => agent).join(', ');
  throw new UserError('unknown-candidate', `The run has no candidate called ${name}`, `It has: ${names}.`);
};

const requireConsent = (stored: StoredRun, ranking: Ranking, allow: readonly string[]): void => {
  const { agent } = ranking;
  const asked = flagsForConsent(stored, ranking).filter(({ id }) => !allow.includes(id));
  if (asked.length === 0) return;
  const ids = [...new Set(asked.map(({ id }) => id))];
  throw new UserError(
    'consent',
    `${agent} needs your consent: ${asked.map(({ id, sentence }) => `${id}: ${sentence}`).join('; ')}`,
    `Look at it, then add ${ids.map((id) => `--allow ${id}`).join(' ')}.`,
  );
};

const branchFor = (stored: StoredRun, into: string | undefined): string => {
  const branch =
    into === undefined ? stored.captured.base.branch : into.startsWith('refs/') ? into : `refs/heads/${into}`;
  if (branch !== null) return branch;
  throw new UserError(
    'no-branch',
    `The base ${stored.captured.base.ref} is not a branch`,
    'Choose a branch with --into BRANCH.',
  );
};

const message = (stored: StoredRun, ranking: Ranking): string => {
  const total = ranking.total === null ? 'unscored' : `total ${ranking.total.toFixed(1)}`;
  const evidence = stored.captured.evidence.find(({ candidate }) => candidate.name === ranking.agent);
  return [
    evidence?.authorship?.message ?? `Merge candidate ${ranking.agent}`,
    '',
    `Candidate ${ranking.agent}, chosen by Hydra run ${stored.id} (${total}, ${stored.conclusion.rankings.length} candidates).`,
    `Patch sha256: ${evidence?.patchSha256 ?? 'unknown'}`,
    '',
  ].join('\n');
};

/** A merge implies that the candidate is better than every other that could have been merged. */
const preferencesOfMerge = ({ rankings }: Conclusion, merged: string, at: string): readonly Preference[] =>
  rankings
    .filter(({ agent, mergeable }) => mergeable && agent !== merged)
    .map(({ agent }) => ({ preferred: merged, over: agent, blind: false, by: 'merge', at }));

/** Merges base and recorded patch, checked by digest; never a workspace that a candidate could have changed. */
export const mergeWinner = async (tools: Tools, options: MergeOptions): Promise<Merged> => {
  const stored = await tools.store.load(await tools.store.resolve(options.run));
  const ranking = chooseRanking(stored.conclusion, options.candidate);
  const { agent } = ranking;
  if (!ranking.mergeable && options.force !== true) {
    throw new UserError(
      'not-mergeable',
      `${agent} is not mergeable: ${closedGates(ranking)}`,
      `--force would override: ${ranking.gates.join(', ')}.`,
    );
  }
  requireConsent(stored, ranking, options.allow ?? []);
  if (isDegraded(stored) && options.allowDegraded !== true) {
    throw new UserError(
      'degraded',
      `The checks ran without a sandbox (${stored.captured.isolation.detail})`,
      'Add --allow-degraded if you trust every candidate, or fix the sandbox: `hydra doctor`.',
    );
  }
  const patch = await tools.store.readPatch(stored.id, agent);
  const expected = stored.captured.evidence.find(({ candidate }) => candidate.name === agent)?.patchSha256;
  if (tools.digest(patch) !== expected) {
    throw new UserError(
      'patch-changed',
      `The recorded patch of ${agent} is not the one that was examined`,
      `Run \`hydra verify ${stored.id}\`.`,
    );
  }
  const { base } = stored.captured;
  const branch = branchFor(stored, options.into);
  const author = stored.captured.evidence.find(({ candidate }) => candidate.name === agent)?.authorship;
  const dryRun = options.dryRun ?? false;
  const request = { base, branch, patch, message: message(stored, ranking), author, dryRun };
  const outcome = await tools.repository.merge(request);
  if (outcome.status === 'merged' && options.unattended !== true)
    for (const preference of preferencesOfMerge(stored.conclusion, agent, tools.clock.now()))
      await tools.store.recordPreference(stored.id, preference);
  return { candidate: agent, overridden: ranking.gates, capabilities: ranking.capabilities ?? [], outcome };
};
