import type { SourceIndex } from '../../domain/source/source-index.ts';
import type { ImportEdge } from './import-target.ts';

/** A rule that the repository states, as a question about one import. */
export type BoundaryRule = {
  readonly name: string;
  /** Null: nothing against it. */
  readonly forbids: (edge: ImportEdge) => string | null;
};

/** Rules that can be held to, and what was found but cannot be. */
export type DeclaredRules = { readonly rules: readonly BoundaryRule[]; readonly notes: readonly string[] };

/** How a repository states boundaries between its own parts. */
export type BoundaryReader = {
  /** Files at the root that it reads. */
  readonly configuration: readonly RegExp[];
  /** Configurations are read as data and never run. */
  rules(index: SourceIndex): DeclaredRules;
};
