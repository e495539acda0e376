import {
  Candidate,
  CandidateName,
  Provenance,
  type ProvenanceInput,
} from '../../core/domain/candidate/candidate.ts';
import type { GitRepository } from '../ports/git-repository.ts';
import { UserError } from '../errors/user-error.ts';

/** A candidate as the user specifies it. */
export type CandidateInput = {
  readonly name: string;
  /** A patch file, a `.json` file with patch operations, a branch or commit, or a folder. */
  readonly source: string;
  readonly provenance?: ProvenanceInput;
};

const RESERVED = new Set(['base', 'baseline']);
export const isReservedName = (name: string): boolean => RESERVED.has(name.toLowerCase());

const checkName = (name: string, seen: Set<string>): void => {
  const parsed = CandidateName.safeParse(name);
  if (!parsed.success) {
    throw new UserError(
      'candidate-name',
      `${JSON.stringify(name.slice(0, 300))} cannot be a candidate's name`,
      'Use 1 to 255 visible characters, and no slash.',
    );
  }
  if (isReservedName(name)) {
    throw new UserError(
      'candidate-name',
      `"${name}" is the name of the base`,
      'Choose another name for this candidate.',
    );
  }
  if (seen.has(name))
    throw new UserError(
      'duplicate-candidate',
      `Two candidates are called ${name}`,
      'Give each candidate its own name.',
    );
  seen.add(name);
};

/** The field that will be examined, or the first mistake in it. */
export const candidateList = async (
  repository: GitRepository,
  inputs: readonly CandidateInput[],
): Promise<readonly Candidate[]> => {
  if (inputs.length === 0) {
    throw new UserError(
      'no-candidates',
      'There is no candidate to evaluate',
      'Give patches, as in `hydra evaluate codex.patch claude.patch`, or add --candidate NAME=SOURCE or --candidates DIR.',
    );
  }
  const seen = new Set<string>();
  for (const { name } of inputs) checkName(name, seen);
  return Promise.all(
    inputs.map(async ({ name, source, provenance }) =>
      Candidate.parse({
        name,
        source: await repository.classifySource(source),
        provenance: Provenance.parse(provenance ?? {}),
      }),
    ),
  );
};
