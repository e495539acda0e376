import type { BenchTask } from '../../core/domain/bench/bench-task.ts';
import type { BenchStore } from '../ports/bench-store.ts';
import type { RunStore } from '../ports/run-store.ts';
import type { RunWindow } from '../ports/run-window.ts';
import type { Tools } from '../ports/tools.ts';
import type { OpenRuns } from './open-runs.ts';

/** One repository's stored runs, opened to be looked at. */
export type WindowTools = {
  /** The folder's name, for people. */
  readonly name: string;
  readonly store: RunStore;
  readonly window: RunWindow;
  readonly runs: OpenRuns;
  readonly bench: BenchStore;
  /** git objects and merges; opened on first use. */
  readonly tools: () => Promise<Tools>;
  /** The tasks that stored benchmarks are ranked over. */
  readonly tasks: () => Promise<readonly BenchTask[]>;
};
