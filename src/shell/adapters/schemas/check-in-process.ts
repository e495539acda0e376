import { createProcessPool } from '../system/process-pool.ts';
import type { SchemaAnswer, SchemaTask } from './schema-child.ts';

const TIMEOUT_MS = 30_000;
const MAX_HEAP_MB = 512;
const PROCESSES = 2;

export type SchemaProcesses = {
  /** Null if the documents hang or crash their parser. */
  check(task: SchemaTask): Promise<SchemaAnswer | null>;
  close(): Promise<void>;
};

/** Documents of a candidate are read in a separate process. */
export const createSchemaProcesses = (): SchemaProcesses => {
  const pool = createProcessPool<SchemaTask, SchemaAnswer>({
    module: new URL('./schema-child', import.meta.url),
    size: PROCESSES,
    maxHeapMb: MAX_HEAP_MB,
    fresh: true,
  });
  return {
    async check(task) {
      const asked = await pool.ask(task, { loadMs: TIMEOUT_MS, taskMs: TIMEOUT_MS });
      return 'result' in asked ? asked.result : null;
    },
    close: pool.close,
  };
};
