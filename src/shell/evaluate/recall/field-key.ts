import { join } from 'node:path';
import { canonicalJson } from '../../../core/domain/json/canonical-json.ts';
import type { CandidateSource } from '../../../core/domain/candidate/candidate.ts';
import type { Digest } from '../../ports/clock.ts';
import type { Files } from '../../ports/files.ts';
import type { GitRepository } from '../../ports/git-repository.ts';
import type { CandidateInput } from '../../plan/candidate-list.ts';
import { CONFIG_FILE } from '../../plan/config-file.ts';
import type { EvaluationOptions } from '../run-evaluation.ts';

/** Every part of a user's request that the answer depends on. */
export type EvaluationQuestion = Pick<
  EvaluationOptions,
  | 'base'
  | 'candidates'
  | 'configFile'
  | 'jobs'
  | 'keepWorkspaces'
  | 'hiddenTests'
  | 'hiddenCommand'
  | 'conventions'
  | 'allowTestChanges'
  | 'task'
  | 'panel'
  | 'panelTests'
  | 'panelInputs'
  | 'requireProof'
  | 'withinMinutes'
>;

export type KeyTools = {
  readonly repository: Pick<GitRepository, 'root' | 'resolveBase' | 'classifySource'>;
  readonly files: Pick<Files, 'digestOf'>;
  readonly digest: Digest;
};

/** Null: its content cannot be known without reading all of it. */
const contentOf = ({ files }: KeyTools, source: CandidateSource): Promise<string | null> => {
  switch (source.kind) {
    case 'commit':
      return Promise.resolve(source.commit ?? null);
    case 'folder':
      return Promise.resolve(null);
    case 'patch':
    case 'ops':
      return files.digestOf(source.at);
  }
};

const describe = async (tools: KeyTools, { name, source: at, provenance }: CandidateInput) => {
  const source = await tools.repository.classifySource(at);
  const content = await contentOf(tools, source);
  return content === null ? null : { name, source, content, provenance: provenance ?? {} };
};

const readsOtherFiles = ({
  keepWorkspaces,
  hiddenTests,
  hiddenCommand,
  panel,
  panelTests,
  panelInputs,
}: EvaluationQuestion): boolean =>
  keepWorkspaces === true ||
  hiddenTests !== undefined ||
  hiddenCommand !== undefined ||
  panel !== undefined ||
  panelTests !== undefined ||
  panelInputs !== undefined;

/**
 * The content key of a whole evaluation: base, candidates and configuration, but nothing planned from them.
 * Null: the answer depends on more than content.
 */
export const fieldKey = async (tools: KeyTools, question: EvaluationQuestion): Promise<string | null> => {
  if (readsOtherFiles(question) || question.candidates.length === 0) return null;
  const { repository, files, digest } = tools;
  const base = await repository.resolveBase(question.base);
  const candidates = await Promise.all(question.candidates.map((one) => describe(tools, one)));
  if (candidates.includes(null)) return null;
  const config = question.configFile ?? join(repository.root, CONFIG_FILE);
  const asked = {
    jobs: question.jobs ?? null,
    conventions: question.conventions ?? false,
    ...(question.allowTestChanges === undefined ? {} : { allowTestChanges: question.allowTestChanges }),
    task: question.task ?? null,
    requireProof: question.requireProof ?? false,
    ...(question.withinMinutes === undefined ? {} : { withinMinutes: question.withinMinutes }),
    given: question.configFile ?? null,
    config: await files.digestOf(config),
  };
  return digest(canonicalJson(['field-2', base, candidates, asked]));
};
