import type { Extracted, SourceRequest } from '../../../ports/source-extraction.ts';
import type { PoolReply } from '../../system/process-pool.ts';

export type ExtractionTask = {
  readonly requests: readonly SourceRequest[];
  readonly format: 'sha1' | 'sha256';
};

/** `loaded`: the grammars are loaded, and time counts from here. */
export type ExtractionReply = PoolReply<readonly Extracted[]>;
