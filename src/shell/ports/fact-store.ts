import type { FactTable } from '../../core/domain/source/fact-table.ts';

/** Facts of source files by content, kept between runs; may be deleted at any time. */
export type FactStore = {
  /** Null: none, or incomplete. Never rejects. */
  load(): Promise<FactTable | null>;
  /** `known`: the result of `load`. `pruned`: the table without what is not worth keeping, computed when everything is written. */
  save(table: FactTable, known: FactTable | null, pruned: () => FactTable): Promise<void>;
};
