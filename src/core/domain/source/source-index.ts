import type { FactRow, FactTable } from './fact-table.ts';

export type IndexedFile = {
  readonly path: string;
  readonly role: 'source' | 'test' | 'docs' | 'config' | 'lockfile' | 'generated';
  /** Facts of a source file that could be read; generated ones are left out. */
  readonly row: FactRow | null;
};

/** A whole repository at one moment: its paths, what its sources say, and the texts of its manifests. */
export type SourceIndex = {
  readonly files: readonly IndexedFile[];
  readonly byPath: ReadonlyMap<string, IndexedFile>;
  readonly table: FactTable;
  readonly texts: ReadonlyMap<string, string>;
  /** Configurations that are no JSON, already read. */
  readonly documents: ReadonlyMap<string, unknown>;
  readonly notes: readonly string[];
};
