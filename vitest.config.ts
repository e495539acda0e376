import { configDefaults, defineConfig } from 'vitest/config';

/** Campaigns of many minutes have commands of their own. */
const campaigns = process.env['HYDRA_CAMPAIGN'] === undefined ? ['test/red-team/red-team.test.ts'] : [];

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...campaigns],
    globalSetup: ['test/support/build-once.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    pool: 'forks',
    // Most tests wait for processes of their own.
    maxWorkers: 3,
  },
});
