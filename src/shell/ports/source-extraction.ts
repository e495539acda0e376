import type { SourceReading } from '../../core/domain/source/source-facts.ts';

/** A file to read: its path, or its content. */
export type SourceRequest = { readonly path: string } & (
  | { readonly at: string; readonly bytes?: undefined }
  | { readonly bytes: Uint8Array; readonly at?: undefined }
);

/** `blob`: git's id of the content that was read, whatever was expected there; null if nothing was. */
export type Extracted = { readonly reading: SourceReading; readonly blob: string | null };

/** Reads names and imports of many files, in other processes; never rejects, each file gets an answer. */
export type SourceExtraction = {
  extract(
    requests: readonly SourceRequest[],
    onEach: (index: number, extracted: Extracted) => void,
  ): Promise<void>;
  dispose(): void;
};
