import type { PatchOp } from '../../core/domain/candidate/patch-op.ts';
import type { ProjectBrief } from '../../core/domain/source/project-brief.ts';
import { computePatch, type TreePatch } from '../../core/patch/compute-patch.ts';
import { readCandidate } from '../../core/patch/read-candidate.ts';
import { describeFaults } from '../../core/patch/describe-faults.ts';
import { snapshotOf, type Standing } from '../../core/patch/tree-snapshot.ts';
import { type BuiltBrief, buildBrief } from '../../shell/sources/build-brief.ts';
import { UserError } from '../../shell/errors/user-error.ts';
import { type Session, withSession } from '../wiring/session.ts';
import { openBriefTools, readWorkTreeFile } from '../wiring/wiring-sources.ts';

/** Whole files, or operations on those that are there. */
export type GeneratedCandidate =
  | {
      readonly files: readonly { readonly path: string; readonly content: string }[];
      readonly patch?: undefined;
    }
  | { readonly patch: readonly PatchOp[]; readonly files?: undefined };

/** A candidate, the brief of the repository it is made for, and where that lies. */
export type ConventionQuestion = {
  readonly candidate: GeneratedCandidate;
  readonly brief: ProjectBrief;
  readonly repoRoot: string;
};

/** A brief says what a repository is like; what it was made from is kept beside it as long as it lives. */
const made = new WeakMap<ProjectBrief, BuiltBrief>();

/** A session locates a repository once. */
export const buildProjectBriefIn = async (session: Session, root: string): Promise<ProjectBrief> => {
  const tools = await session.share(`brief of ${root}`, async () => ({
    ...(await openBriefTools(session, root)),
    close: async () => undefined,
  }));
  const built = await buildBrief(tools);
  made.set(built.brief, built);
  return built.brief;
};

/** The brief of the repository that holds `root`, as its files are now. */
export const buildProjectBrief = (root: string): Promise<ProjectBrief> =>
  withSession((session) => buildProjectBriefIn(session, root));

export const builtFrom = (brief: ProjectBrief): BuiltBrief => {
  const built = made.get(brief);
  if (built) return built;
  throw new UserError(
    'foreign-brief',
    'This brief was not built here: what it was made from is unknown.',
    'Call buildProjectBrief(root) in the same process and hand its result on as it is.',
  );
};

const refuse = (why: string): UserError =>
  new UserError(
    'patch-refused',
    `The candidate is refused: ${why}`,
    'Mend the operation or path that is named.',
  );

/** The candidate as operations; whole files replace what is there. */
const operationsOf = (candidate: GeneratedCandidate): readonly PatchOp[] => {
  const read = readCandidate(candidate);
  if (!read.ok) throw refuse(describeFaults(read.reasons));
  return read.ops;
};

/** What a candidate makes of the files that are there; a patch that does not apply is refused. */
export const applyCandidate = ({ candidate, brief, repoRoot }: ConventionQuestion): TreePatch => {
  const { index } = builtFrom(brief);
  const ops = operationsOf(candidate);
  const standing = new Map<string, Standing>();
  for (const { path } of ops) {
    const bytes = index.byPath.has(path) ? readWorkTreeFile(repoRoot, path) : null;
    if (bytes !== null) standing.set(path, { is: 'file', bytes });
  }
  const computed = computePatch(snapshotOf(standing), ops);
  if (!computed.ok) throw refuse(describeFaults(computed.faults));
  return computed;
};
