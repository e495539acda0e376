import type { SourceIndex } from '../../domain/source/source-index.ts';
import type { ImportEdge } from './import-target.ts';

/** A rule that the repository declares, as a question about one import. */
export type BoundaryRule = {
  readonly name: string;
  /** Null: allowed. */
  readonly forbids: (edge: ImportEdge) => string | null;
};

/** Rules that can be checked, and declarations that cannot. */
export type DeclaredRules = { readonly rules: readonly BoundaryRule[]; readonly notes: readonly string[] };

/** How a repository declares boundaries between its own parts. */
export type BoundaryReader = {
  /** Files at the root that it reads. */
  readonly configuration: readonly RegExp[];
  /** Configurations are read as data and never run. */
  rules(index: SourceIndex): DeclaredRules;
};
