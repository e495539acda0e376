import type { Work, WorkStep } from '../../../src/core/domain/work/work.ts';

/** A step that runs one command and requests nothing else. */
export const step = (command: string, more: Partial<WorkStep> = {}): WorkStep => ({
  name: 'step',
  command,
  env: {},
  network: false,
  timeoutMs: 60_000,
  attempts: 1,
  estimateMs: 1000,
  pace: null,
  skip: false,
  stopOnFailure: false,
  files: [],
  separateStdout: false,
  report: null,
  output: null,
  keep: null,
  ...more,
});

export const work = (commit: string, steps: readonly WorkStep[], more: Partial<Work> = {}): Work => ({
  id: 'work',
  label: 'work',
  base: { commit, install: null, environment: {}, limits: {} },
  changes: [],
  start: null,
  urgent: false,
  steps,
  ...more,
});
