import type { Extracted, SourceRequest } from '../../../ports/source-extraction.ts';

export type ExtractionTask = {
  readonly requests: readonly SourceRequest[];
  readonly format: 'sha1' | 'sha256';
};

export type ExtractionReply =
  /** A grammar is loaded: time counts from here. */
  { readonly stage: 'loaded' } | { readonly stage: 'done'; readonly results: readonly Extracted[] };
