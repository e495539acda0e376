import { relative } from 'node:path';
import { isConfigurationPath } from '../../../core/analyse/paths/configuration-paths.ts';
import { concludeExperiment } from '../../../core/experiment/conclude-experiment.ts';
import type { AgentConfiguration } from '../../../core/domain/experiment/agent-configuration.ts';
import type { ExperimentRecord } from '../../../core/domain/experiment/experiment-record.ts';
import type { SuiteFile } from '../../../core/domain/experiment/experiment-task.ts';
import { experimentMarkdown } from '../../../core/report/experiment/experiment-markdown.ts';
import { promotionSentences } from '../../../core/report/experiment/verdict-sentences.ts';
import type { Base, GitRepository } from '../../ports/git-repository.ts';
import { UserError } from '../../errors/user-error.ts';
import { filesHash } from '../suite/files-hash.ts';
import { readCommitFiles } from '../suite/load-configuration.ts';
import type { Digest } from '../../ports/clock.ts';

/** GitHub's limit for a body. */
const LONGEST_BODY = 60_000;
const SETTINGS = 'config.toml';

export type PromotionPlan = {
  readonly candidate: string;
  readonly base: Base;
  readonly branch: string;
  readonly title: string;
  readonly body: string;
  /** Paths in the repository; null bytes: the file is removed. */
  readonly changes: readonly { readonly path: string; readonly file: SuiteFile | null }[];
};

/** The location of the configuration on the base branch; null: it is not in this repository. */
const placeOf = (root: string, { source }: AgentConfiguration): string | null => {
  if (!source.startsWith('/')) return source.includes(':') ? source.slice(source.indexOf(':') + 1) : '';
  const inside = relative(root, source);
  return inside === '' || inside.startsWith('..') ? null : inside;
};

const requirePlace = (root: string, baseline: AgentConfiguration): string => {
  const place = placeOf(root, baseline);
  if (place !== null) return place.replace(/\/+$/, '');
  throw new UserError(
    'promotion-place',
    `${baseline.source} is not in the repository, so the place of the candidate is unknown.`,
    'Give the baseline as a commit, COMMIT:FOLDER, or a folder of the repository.',
  );
};

/** The only way to a promotion: the record's verdict is not trusted but recomputed. */
const requirePromotion = (record: ExperimentRecord, name: string): void => {
  const verdict = concludeExperiment(record).verdicts.find(({ candidate }) => candidate === name);
  if (verdict?.promote === true) return;
  const why = verdict === undefined ? ['it was not compared'] : promotionSentences(verdict);
  throw new UserError('not-promoted', `${name} is not promoted. ${why.join('. ')}.`, 'Nothing was changed.');
};

const requireSame = (now: string, tested: AgentConfiguration, base: Base): void => {
  if (now === tested.hash) return;
  throw new UserError(
    'promotion-moved',
    `The configuration on ${base.ref} is not the baseline that was compared.`,
    'Compare the candidate with the current one.',
  );
};

export type PromotionInput = {
  readonly record: ExperimentRecord;
  readonly baseline: AgentConfiguration;
  readonly candidate: AgentConfiguration;
  /** The branch to promote to. */
  readonly base: string;
};

export type PromotionWorld = {
  readonly repository: Pick<GitRepository, 'root' | 'resolveBase' | 'changes' | 'readBlobs'>;
  readonly digest: Digest;
};

const refuseSettings = (place: string, { name, everything }: AgentConfiguration): void => {
  if (place !== '' || !everything.some(({ path }) => path === SETTINGS)) return;
  throw new UserError(
    'promotion-place',
    `${name} has a ${SETTINGS}, which has no place at the root of a repository.`,
    'Keep configurations in a folder and name it as COMMIT:FOLDER.',
  );
};

const shorten = (body: string): string =>
  body.length <= LONGEST_BODY ? body : `${body.slice(0, LONGEST_BODY)}\n\n(cut)\n`;

/** What a promotion would do: replace the baseline's files with exactly the candidate's. */
export const planPromotion = async (
  { repository, digest }: PromotionWorld,
  { record, baseline, candidate, base: ref }: PromotionInput,
): Promise<PromotionPlan> => {
  requirePromotion(record, candidate.name);
  const place = requirePlace(repository.root, baseline);
  refuseSettings(place, candidate);
  const base = await repository.resolveBase(ref);
  if (base.branch === null)
    throw new UserError('no-branch', `${ref} is not a branch of this repository.`, 'Use --base BRANCH.');
  const prefix = place === '' ? '' : `${place}/`;
  const inPlace = (path: string): string | null => {
    if (place === '') return isConfigurationPath(path) ? path : null;
    return path.startsWith(prefix) ? path.slice(prefix.length) : null;
  };
  const there = await readCommitFiles(repository, ref, inPlace);
  requireSame(filesHash(there, digest), baseline, base);
  const wanted = new Set(candidate.everything.map(({ path }) => path));
  return {
    candidate: candidate.name,
    base,
    branch: `hydra/${candidate.name}-${record.id.slice(-6).toLowerCase()}`,
    title: `Promote the agent configuration ${candidate.name}`,
    body: shorten(experimentMarkdown(record)),
    changes: [
      ...candidate.everything.map((file) => ({ path: `${prefix}${file.path}`, file })),
      ...there
        .filter(({ path }) => !wanted.has(path))
        .map(({ path }) => ({ path: `${prefix}${path}`, file: null })),
    ],
  };
};
