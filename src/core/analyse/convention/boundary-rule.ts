import type { ImportEdge } from '../brief/imports/import-graph.ts';

/** A rule that the repository states, as a question about one import. */
export type BoundaryRule = {
  readonly name: string;
  /** Null: nothing against it. */
  readonly forbids: (edge: ImportEdge) => string | null;
};

/** Rules that can be held to, and what was found but cannot be. */
export type DeclaredRules = { readonly rules: readonly BoundaryRule[]; readonly notes: readonly string[] };
