/** A separate folder with one commit checked out, in a repository that contains only that commit. */
export type Copy = { readonly root: string; remove(): Promise<void> };

export type Copies = { make(commit: string): Promise<Copy> };
