import type { SourceReading } from '../../core/domain/source/source-facts.ts';

/** Sources of a work tree for callers that cannot await: the calling thread blocks. */
export type WaitingSources = {
  /** Null unless it is a regular file of a reasonable size. */
  readFile(root: string, path: string): Uint8Array | null;
  /** Names and imports of files; each file gets an answer. */
  extract(files: readonly { readonly path: string; readonly bytes: Uint8Array }[]): readonly SourceReading[];
};
