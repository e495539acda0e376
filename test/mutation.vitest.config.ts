import { defineConfig } from 'vitest/config';

/** Only tests that can tell a changed score, decision or path; nothing that builds or starts programs. */
export default defineConfig({
  test: {
    include: [
      'test/core/score/**/*.test.ts',
      'test/core/decide/**/*.test.ts',
      'test/core/{conclude,judge-race,weigh-evidence,score-document,compare-outcomes,vectors}.test.ts',
      'test/core/analyse/{decode-path,harness-paths,pin-harness,parse-raw-diff}.test.ts',
      'test/core/domain/refuse-path.test.ts',
      'test/shell/adapters/workspaces/safe-path.test.ts',
    ],
    testTimeout: 60_000,
  },
});
