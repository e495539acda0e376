import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Mutation testing of what decides: scores, decisions and paths. `npm run mutation`; figures in docs/trust/mutation.md. */
export default {
  packageManager: 'npm',
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation.vitest.config.ts', related: true },
  plugins: ['@stryker-mutator/vitest-runner'],
  mutate: [
    'src/core/score/**/*.ts',
    'src/core/dimensions/**/*.ts',
    'src/core/decide/**/*.ts',
    'src/core/next-work/**/*.ts',
    'src/core/conclude/integrity.ts',
    'src/core/analyse/{paths/decode-path,harness/harness-paths}.ts',
    'src/core/domain/candidate/refuse-path.ts',
    'src/shell/adapters/workspaces/host/safe-path.ts',
  ],
  coverageAnalysis: 'perTest',
  ignoreStatic: false,
  // TypeScript 7 has no compiler API in JavaScript: Stryker must not find a tsconfig to rewrite.
  tsconfigFile: 'none.json',
  concurrency: 2,
  timeoutMS: 10_000,
  dryRunTimeoutMinutes: 20,
  // Not below node_modules, where vitest looks for no tests.
  tempDirName: join(tmpdir(), 'hydra-stryker'),
  ignorePatterns: ['dist', 'bench', 'docs', 'examples', '.hydra', 'web', 'test/red-team', 'test/faces'],
  reporters: ['clear-text', 'progress', 'json'],
  jsonReporter: { fileName: 'node_modules/.cache/stryker-report.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportMutants: false },
  thresholds: { high: 90, low: 85, break: 85 },
};
