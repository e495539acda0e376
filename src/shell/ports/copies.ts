/** A folder of its own with one commit checked out, and that commit as its whole repository. */
export type Copy = { readonly root: string; remove(): Promise<void> };

export type Copies = { make(commit: string): Promise<Copy> };
