import type { SourceReading } from '../../core/domain/source/source-facts.ts';

/** A file to read: its path, or its content. */
export type SourceRequest = { readonly path: string } & (
  | { readonly at: string; readonly bytes?: undefined }
  | { readonly bytes: Uint8Array; readonly at?: undefined }
);

/** `blob`: git's id of the content actually read; null if nothing was read. */
export type Extracted = { readonly reading: SourceReading; readonly blob: string | null };

/** Reads names and imports of many files, out of this process. Each file gets an answer; it rejects only if aborted. */
export type SourceExtraction = {
  extract(
    requests: readonly SourceRequest[],
    onEach: (index: number, extracted: Extracted) => void,
    signal?: AbortSignal,
  ): Promise<void>;
};
