import { LANGUAGES } from '../../../core/languages/languages.ts';
import { createProcessPool, type GaveUp, type TaskLimits } from '../system/process-pool.ts';
import type { AnalysisResult, AnalysisTask } from './analysis-task.ts';

export type AnalysisProcess = {
  /** The result, or why there is none; one task at a time. */
  ask(task: AnalysisTask): Promise<AnalysisResult | { readonly gaveUp: string }>;
  /** Resolves when the process has ended. */
  close(): Promise<void>;
};

const LIMITS: TaskLimits = { loadMs: 60_000, taskMs: 8_000 };
const MAX_HEAP_MB = 1_024;
const PASSED_ON = [
  'PATH',
  'HOME',
  'TMPDIR',
  ...LANGUAGES.flatMap(({ toolchain }) => toolchain.formatterVariables ?? []),
];

/** A separate process: a hostile file can hang or exhaust it, and only that file loses its formatter. */
export const createAnalysisProcess = (limits: TaskLimits = LIMITS): AnalysisProcess => {
  const pool = createProcessPool<AnalysisTask, AnalysisResult>({
    module: new URL('./analysis-child', import.meta.url),
    size: 1,
    maxHeapMb: MAX_HEAP_MB,
    env: Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])),
  });
  const reasons: Readonly<Record<GaveUp, string>> = {
    ended: 'the analysis process ended',
    'not-loaded': 'the analysers did not load',
    'too-slow': `took more than ${limits.taskMs} ms`,
  };
  return {
    async ask(task) {
      const asked = await pool.ask(task, limits);
      return 'gaveUp' in asked ? { gaveUp: reasons[asked.gaveUp] } : asked.result;
    },
    close: pool.close,
  };
};
