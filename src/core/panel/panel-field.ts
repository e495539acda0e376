/** Candidates with the same patch are shown once. */
export type PanelCandidate = {
  readonly name: string;
  readonly patch: string;
};

/** Base code around the places that candidates change. */
export type CodeExcerpt = { readonly path: string; readonly from: number; readonly text: string };

/** Everything that a panel sees. All of it is untrusted, the patches most of all. */
export type PanelField = {
  /** Empty: no task was given. */
  readonly task: string;
  readonly code: readonly CodeExcerpt[];
  readonly candidates: readonly PanelCandidate[];
  /** The checks' findings by candidate, for the second round. */
  readonly findings?: ReadonlyMap<string, readonly string[]>;
};
