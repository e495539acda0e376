import type { FactTable } from '../../core/domain/source/fact-table.ts';

/** Facts of source files by content, kept between runs; may be deleted at any time. */
export type FactStore = {
  /** Null: none, or not whole. Never rejects. */
  load(): Promise<FactTable | null>;
  /** `known`: what `load` gave. `pruned`: the table without what is worth no room, asked for when all is written. */
  save(table: FactTable, known: FactTable | null, pruned: () => FactTable): Promise<void>;
};
