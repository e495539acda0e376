import { throwIfAborted } from '../../../errors/abort-error.ts';
import { inParallel } from '../../../errors/in-parallel.ts';
import type { Extracted, SourceExtraction, SourceRequest } from '../../../ports/source-extraction.ts';
import { createProcessPool, type GaveUp } from '../../system/process-pool.ts';
import type { ExtractionTask } from './extraction-task.ts';

export type PoolLimits = {
  readonly processes: number;
  readonly loadMs: number;
  readonly batchMs: number;
  readonly fileMs: number;
};

const LIMITS: PoolLimits = { processes: 2, loadMs: 60_000, batchMs: 20_000, fileMs: 8_000 };
const BATCH_FILES = 32;
const BATCH_BYTES = 2_000_000;
const MAX_HEAP_MB = 400;

type Batch = { readonly first: number; readonly requests: readonly SourceRequest[] };

const inBatches = (requests: readonly SourceRequest[]): Batch[] => {
  const batches: { first: number; requests: SourceRequest[] }[] = [];
  let bytes = 0;
  for (const [index, request] of requests.entries()) {
    const last = batches.at(-1);
    const size = request.bytes?.length ?? 0;
    if (last === undefined || last.requests.length >= BATCH_FILES || bytes + size > BATCH_BYTES) {
      batches.push({ first: index, requests: [request] });
      bytes = size;
    } else {
      last.requests.push(request);
      bytes += size;
    }
  }
  return batches;
};

export type ExtractionPool = SourceExtraction & {
  /** Resolves when its processes have ended. */
  close(): Promise<void>;
};

const reasonOf = (gaveUp: GaveUp, ms: number): string => {
  if (gaveUp === 'ended') return 'its process ended';
  return gaveUp === 'not-loaded' ? 'the grammars did not load' : `more than ${ms} ms`;
};

const unread = (reason: string): Extracted => ({
  reading: { unread: `the parser gave up (${reason})` },
  blob: null,
});

/** Separate processes: a hostile file can hang or crash one, and only that file goes unread. */
export const createExtractionPool = (
  format: 'sha1' | 'sha256' = 'sha1',
  overrides: Partial<PoolLimits> = {},
): ExtractionPool => {
  const limits = { ...LIMITS, ...overrides };
  const pool = createProcessPool<ExtractionTask, readonly Extracted[]>({
    module: new URL('./extraction-child', import.meta.url),
    size: limits.processes,
    maxHeapMb: MAX_HEAP_MB,
  });
  const ask = async (
    requests: readonly SourceRequest[],
    taskMs: number,
  ): Promise<readonly Extracted[] | string> => {
    const asked = await pool.ask({ requests, format }, { loadMs: limits.loadMs, taskMs });
    return 'gaveUp' in asked ? reasonOf(asked.gaveUp, taskMs) : asked.result;
  };
  return {
    async extract(requests, onEach, signal) {
      await inParallel(inBatches(requests), limits.processes, async ({ first, requests: batch }) => {
        throwIfAborted(signal);
        const results = await ask(batch, limits.batchMs);
        if (typeof results !== 'string') return results.forEach((result, at) => onEach(first + at, result));
        for (const [at, request] of batch.entries()) {
          const alone = await ask([request], limits.fileMs);
          onEach(first + at, typeof alone === 'string' ? unread(alone) : (alone[0] ?? unread('no answer')));
        }
      });
    },
    close: pool.close,
  };
};
