import type { Base } from './git-repository.ts';

export type PullRequest = {
  /** The branch to merge into. */
  readonly base: Base;
  /** The content of the new branch: a tree of our own store. */
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
  /** One commit on a new branch, pushed, and a pull request by `gh`. Missing requirements are a UserError first. */
  open(request: PullRequest): Promise<OpenedPullRequest>;
};
