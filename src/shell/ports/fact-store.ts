import type { FactTable } from '../../core/domain/fact-table.ts';

/** Facts of source files by content, kept between runs; may be deleted at any time. */
export type FactStore = {
  /** Null: none, or not whole. Never rejects. */
  load(): Promise<FactTable | null>;
  save(table: FactTable): Promise<void>;
  clear(): Promise<void>;
};
