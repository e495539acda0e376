import type { Base } from './git-repository.ts';

export type PullRequest = {
  /** The branch that it is to be merged into. */
  readonly base: Base;
  /** What the new branch holds: a tree of our own store. */
  readonly tree: string;
  /** Short name of the new branch. */
  readonly branch: string;
  readonly message: string;
  readonly title: string;
  readonly body: string;
  readonly remote: string;
};

export type OpenedPullRequest = { readonly commit: string; readonly url: string };

export type PullRequests = {
  /** One commit on a new branch, pushed, and a pull request by `gh`. What is missing for that is a UserError first. */
  open(request: PullRequest): Promise<OpenedPullRequest>;
};
