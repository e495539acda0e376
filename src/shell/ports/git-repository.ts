import type { Authorship } from '../../core/domain/candidate/authorship.ts';
import type { CandidateSource } from '../../core/domain/candidate/candidate.ts';
import type { TreeChange } from './workspaces.ts';

export type Base = {
  readonly ref: string;
  readonly commit: string;
  readonly tree: string;
  /** Full name of the local branch that `ref` names, for the merge; null for a bare commit or tag. */
  readonly branch: string | null;
};

/** A candidate as a tree in the store, or the reason why it cannot be one. */
export type ImportedCandidate =
  | {
      readonly ok: true;
      readonly tree: string;
      readonly source: CandidateSource;
      readonly patch: Uint8Array;
      /** Absent unless a commit or the header of a patch says who wrote it. */
      readonly authorship?: Authorship;
    }
  | { readonly ok: false; readonly source: CandidateSource; readonly reason: string };

/** `git diff-tree` as NUL-separated bytes, from the bare store: attributes and renames hide nothing. */
export type RawDiff = { readonly raw: Uint8Array; readonly numstat: Uint8Array };

/** The content at a path of a composed tree: a blob (null: nothing), or text of our own. */
export type TreeReplacement =
  | TreeChange
  | { readonly path: string; readonly mode: string; readonly text: string }
  | { readonly path: string; readonly mode: string; readonly bytes: Uint8Array };
/** `changes`: the replacements, all of them by blob. */
export type ComposedTree = { readonly tree: string; readonly changes: readonly TreeChange[] };

export type MergeOutcome =
  | {
      readonly status: 'merged';
      readonly commit: string;
      readonly branch: string;
      readonly how: 'fast' | 'three-way';
    }
  | {
      readonly status: 'would-merge';
      readonly branch: string;
      readonly how: 'fast' | 'three-way';
      readonly files: readonly string[];
    }
  | { readonly status: 'conflict'; readonly branch: string; readonly files: readonly string[] };

export type MergeRequest = {
  readonly base: Base;
  /** Full ref name of the branch to move. */
  readonly branch: string;
  readonly patch: Uint8Array;
  readonly message: string;
  /** The author of the commit; absent: the user who merges. */
  readonly author?: Omit<Authorship, 'message'> | undefined;
  readonly dryRun: boolean;
};

/** `flatten`: the folder is ours to change; repositories that a program created inside it become plain files first. */
export type ImportHow = { readonly flatten?: boolean };

/** The user's repository; only `merge` writes to it. */
export type GitRepository = {
  /** Top of the work tree; the git directory itself if the repository is bare. */
  readonly root: string;
  /** The git directory that all linked work trees share. */
  readonly commonDir: string;
  resolveBase(ref: string): Promise<Base>;
  /** Every path of a tree, unquoted. */
  listFiles(tree: string): Promise<readonly string[]>;
  /** Regular files of a tree with the ids of their content; no links, no submodules. */
  listBlobs(tree: string): Promise<readonly { readonly path: string; readonly blob: string }[]>;
  /** Text files of a tree that contain one of these texts. */
  filesMentioning(tree: string, texts: readonly string[]): Promise<readonly string[]>;
  /** Null if the tree has no regular file at that path; links are not followed. */
  readText(tree: string, path: string): Promise<string | null>;
  /** Decides from `at` whether it is a patch file, operations, a folder or a commit. */
  classifySource(at: string): Promise<CandidateSource>;
  /** A candidate's fault is returned as a reason, phrased as its predicate; a machine's fault is thrown. */
  importCandidate(base: Base, source: CandidateSource, how?: ImportHow): Promise<ImportedCandidate>;
  rawDiff(fromTree: string, toTree: string): Promise<RawDiff>;
  /** A patch for people, with renames. Null: a tree is gone from the store. */
  patchBetween(fromTree: string, toTree: string): Promise<Uint8Array | null>;
  /** Without renames. A submodule (mode 160000) has its commit in `blob`, and no content. */
  changes(fromTree: string, toTree: string): Promise<readonly TreeChange[]>;
  /** Absent from the result: unknown ids, submodules' commits, and blobs over 64 MB. */
  readBlobs(ids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  /** `tree` with some paths replaced or removed, as a tree in our own store. */
  composeTree(tree: string, replacements: readonly TreeReplacement[]): Promise<ComposedTree>;
  /** One commit on top of the branch; refusals (dirty target, lost race, nothing to do) are UserErrors. */
  merge(request: MergeRequest): Promise<MergeOutcome>;
};
