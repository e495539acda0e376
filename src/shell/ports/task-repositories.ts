import type { ReadFile } from './files.ts';

/** A repository for tasks of one content. */
export type TaskRepository = {
  readonly root: string;
  /** The branch that candidates are changes to. */
  readonly base: string;
};

export type TaskRepositories = {
  /** One commit with these files, the same id on every machine. */
  fromFiles(files: readonly ReadFile[]): Promise<TaskRepository>;
  /** A commit of another repository: a local path, or an address by https or ssh. */
  fromGit(source: { readonly git: string; readonly ref: string }): Promise<TaskRepository>;
};
