import type { PatchOp } from '../../core/domain/candidate/patch-op.ts';
import type { ProjectBrief } from '../../core/domain/source/project-brief.ts';
import { computePatch, type TreePatch } from '../../core/patch/compute-patch.ts';
import { readCandidate } from '../../core/patch/read-candidate.ts';
import { describeFaults } from '../../core/patch/describe-faults.ts';
import { snapshotOf, type PathState } from '../../core/patch/tree-snapshot.ts';
import { type BriefTools, type BuiltBrief, buildBrief } from '../sources/build-brief.ts';
import type { WaitingSources } from '../ports/waiting-sources.ts';
import { UserError } from '../errors/user-error.ts';

/** Whole files, or operations on existing ones. */
export type GeneratedCandidate =
  | {
      readonly files: readonly { readonly path: string; readonly content: string }[];
      readonly patch?: undefined;
    }
  | { readonly patch: readonly PatchOp[]; readonly files?: undefined };

/** A candidate, the brief of the repository it is made for, and the folder of that repository. */
export type ConventionQuestion = {
  readonly candidate: GeneratedCandidate;
  readonly brief: ProjectBrief;
  readonly repoRoot: string;
};

/** What each brief was made from, kept as long as the brief is. */
const made = new WeakMap<ProjectBrief, BuiltBrief>();

export const buildProjectBrief = async (tools: BriefTools): Promise<ProjectBrief> => {
  const built = await buildBrief(tools);
  made.set(built.brief, built);
  return built.brief;
};

export const builtFrom = (brief: ProjectBrief): BuiltBrief => {
  const built = made.get(brief);
  if (built) return built;
  throw new UserError(
    'foreign-brief',
    'This brief was not built here: its sources are unknown.',
    'Call buildProjectBrief(root) in the same process and pass its result on unchanged.',
  );
};

const refuse = (why: string): UserError =>
  new UserError('patch-refused', `The candidate is refused: ${why}`, 'Fix that operation or path.');

/** The candidate as operations; whole files replace existing ones. */
const operationsOf = (candidate: GeneratedCandidate): readonly PatchOp[] => {
  const read = readCandidate(candidate);
  if (!read.ok) throw refuse(describeFaults(read.reasons));
  return read.ops;
};

/** The files as a candidate leaves them; a patch that does not apply is a UserError. */
export const applyCandidate = (
  { readFile }: Pick<WaitingSources, 'readFile'>,
  { candidate, brief, repoRoot }: ConventionQuestion,
): TreePatch => {
  const { index } = builtFrom(brief);
  const ops = operationsOf(candidate);
  const state = new Map<string, PathState>();
  for (const { path } of ops) {
    const bytes = index.byPath.has(path) ? readFile(repoRoot, path) : null;
    if (bytes !== null) state.set(path, { is: 'file', bytes });
  }
  const computed = computePatch(snapshotOf(state), ops);
  if (!computed.ok) throw refuse(describeFaults(computed.faults));
  return computed;
};
