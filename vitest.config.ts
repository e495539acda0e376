import { defineConfig } from 'vitest/config';
import LightFirst from './test/support/light-first.ts';

export default defineConfig({
  test: {
    globalSetup: [
      'test/support/quick-machine.ts',
      'test/support/build-once.ts',
      'test/support/known-results.ts',
    ],
    // Against tests that hang, not for those that a busy machine keeps waiting.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    sequence: { sequencer: LightFirst },
    pool: 'forks',
    // Most tests wait for processes of their own.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        // Pure functions leave nothing behind: files share what they load, in a third of the time.
        test: { name: 'core', include: ['test/core/**/*.test.ts'], isolate: false },
      },
      {
        extends: true,
        // Loading the engine anew for each of 150 files took 216 s of all workers' time; shared, 53 to 63 s.
        test: {
          name: 'shell',
          include: ['test/**/*.test.ts'],
          exclude: ['test/core/**'],
          isolate: false,
          // Every start of a process copies the worker's page tables: a worker that holds less garbage starts it sooner.
          execArgv: ['--max-semi-space-size=2'],
        },
      },
    ],
  },
});
