import { BASELINE } from '../../../../core/domain/evidence/baseline.ts';
import { join } from 'node:path';
import { CandidateName } from '../../../../core/domain/candidate/candidate.ts';
import { UserError } from '../../../errors/user-error.ts';
import { toFileName } from '../files/safe-name.ts';

export const MANIFEST = 'manifest.json';
export const EVENTS = 'events.jsonl';
export const REMAINDER = 'run.json';
export const CONCLUSION = 'conclusion.json';
export const EXPERIMENT = 'experiment.json';
const EVIDENCE = 'evidence.json';
const PATCH = 'diff.patch';

export type StoreLayout = {
  readonly home: string;
  readonly runs: string;
  readonly journal: string;
  readonly cache: string;
  readonly trials: string;
  readonly fields: string;
  /** Which process works on which run. */
  readonly claims: string;
};

export const storeLayout = (repositoryRoot: string): StoreLayout => {
  const home = join(repositoryRoot, '.hydra');
  return {
    home,
    runs: join(home, 'runs'),
    journal: join(home, 'journal.jsonl'),
    cache: join(home, 'cache', 'results'),
    trials: join(home, 'cache', 'trials'),
    fields: join(home, 'cache', 'fields'),
    claims: join(home, 'claims'),
  };
};

/** Paths inside a run folder, with `/`. The name `baseline` is reserved: candidates cannot have it. */
export const ownerFolder = (owner: string): string =>
  owner === BASELINE ? BASELINE : candidateFolder(owner);

export const candidateFolder = (name: string): string => {
  if (name === BASELINE || !CandidateName.safeParse(name).success)
    throw new UserError(
      'bad-candidate-name',
      `${JSON.stringify(name.slice(0, 100))} cannot be the name of a candidate.`,
      'Use 1 to 255 visible characters, and no slash; `baseline` is taken.',
    );
  return `candidates/${toFileName(name)}`;
};

export const evidencePath = (owner: string): string => `${ownerFolder(owner)}/${EVIDENCE}`;
export const patchPath = (candidate: string): string => `${candidateFolder(candidate)}/${PATCH}`;
export const panelPath = (name: string): string => `panel/${toFileName(name)}`;
export const logFilePath = (owner: string, name: string): string =>
  `${ownerFolder(owner)}/${toFileName(name, [EVIDENCE, PATCH])}`;
