import type { ExperimentRecord } from '../../../core/domain/experiment/experiment-record.ts';
import { UserError } from '../../errors/user-error.ts';
import type { ExperimentTools } from '../compare-configurations.ts';
import { readFrozen } from '../frozen-experiment.ts';
import { loadConfigurations } from '../suite/load-configuration.ts';
import { planPromotion, type PromotionPlan } from './plan-promotion.ts';
import type { GitRepository } from '../../ports/git-repository.ts';
import type { OpenedPullRequest, PullRequests } from '../../ports/pull-requests.ts';

/** The best candidate that may be promoted; null: none. */
export const promotableCandidate = ({ verdicts, ranking }: ExperimentRecord): string | null => {
  const allowed = new Set(verdicts.flatMap(({ candidate, promote }) => (promote ? [candidate] : [])));
  const order = ranking?.configurations.map(({ configuration }) => configuration) ?? [...allowed];
  return order.find((name) => allowed.has(name)) ?? null;
};

/** The plan to promote a candidate of a stored experiment; its files are read again and must equal those of the trials. */
export const planFromRecord = async (
  { tools, parseToml }: ExperimentTools,
  record: ExperimentRecord,
  { candidate, base }: { readonly candidate: string; readonly base: string },
): Promise<PromotionPlan> => {
  const { sources } = readFrozen(record.id, await tools.store.readEvents(record.id));
  const loaded = await loadConfigurations({ ...tools, parseToml }, sources);
  const same = loaded.every(({ name, hash }, at) => {
    const tried = record.configurations[at];
    return tried?.name === name && tried.hash === hash;
  });
  const [baseline] = loaded;
  const chosen = loaded.find(({ name }) => name === candidate);
  if (!same || baseline === undefined || chosen === undefined)
    throw new UserError(
      'experiment-changed',
      'The configurations have changed since they were compared.',
      'Compare the current ones.',
    );
  return planPromotion(tools, { record, baseline, candidate: chosen, base });
};

const EXECUTABLE = '100755';
const PLAIN = '100644';

/** Carries out a plan: a branch, a commit, a push and a pull request with the report as its body. */
export const carryOutPromotion = async (
  repository: Pick<GitRepository, 'composeTree'>,
  pullRequests: PullRequests,
  { base, branch, title, body, changes }: PromotionPlan,
  remote = 'origin',
): Promise<OpenedPullRequest> => {
  const { tree } = await repository.composeTree(
    base.tree,
    changes.map(({ path, file }) =>
      file === null
        ? { path, mode: PLAIN, blob: null }
        : { path, mode: file.executable ? EXECUTABLE : PLAIN, bytes: file.bytes },
    ),
  );
  if (tree === base.tree)
    throw new UserError(
      'nothing-to-promote',
      `${base.ref} already has this configuration.`,
      'There is nothing to do.',
    );
  return pullRequests.open({ base, tree, branch, title, body, remote, message: title });
};
