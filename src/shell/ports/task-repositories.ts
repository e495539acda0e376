import type { ReadFile } from './files.ts';

/** A repository for tasks with the same content. */
export type TaskRepository = {
  readonly root: string;
  /** The branch that candidates are changes to. */
  readonly base: string;
};

export type GitSource = { readonly git: string; readonly ref: string };

/** A commit of another repository, read together with its parent. */
export type FetchedCommit = {
  /** Full ids. */
  readonly commit: string;
  readonly parent: string;
  readonly message: string;
  /** Regular files that it adds or changes, and what it removes. */
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Some of the written files, as the commit has them. */
  read(paths: readonly string[]): Promise<readonly ReadFile[]>;
  /** The change of some paths as a patch of the parent. */
  diff(paths: readonly string[]): Promise<Uint8Array>;
};

export type TaskRepositories = {
  /** One commit with these files, the same id on every machine. */
  fromFiles(files: readonly ReadFile[]): Promise<TaskRepository>;
  /**
   * The files of a commit of another repository, a local path or an address by https or ssh, as one commit without its
   * history: what came later cannot be looked up.
   */
  fromGit(source: GitSource): Promise<TaskRepository>;
  /** The change that a commit makes to its first parent. */
  readCommit(source: { readonly git: string; readonly commit: string }): Promise<FetchedCommit>;
};
