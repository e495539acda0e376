import { defineConfig } from 'vitest/config';

/** Only tests that can tell a changed score, decision or path; nothing that builds or starts programs. */
const TESTS: Readonly<Record<string, readonly string[]>> = {
  score: [
    'test/core/score/**/*.test.ts',
    'test/core/{score-document,vectors,prove-task,conclude-experiment}.test.ts',
  ],
  decide: [
    'test/core/decide/**/*.test.ts',
    'test/core/{conclude,judge-race,weigh-evidence,score-document,compare-outcomes,vectors}.test.ts',
  ],
  paths: [
    'test/core/analyse/{paths/decode-path,harness/harness-paths,harness/pin-harness,diff/parse-raw-diff}.test.ts',
    'test/core/domain/refuse-path.test.ts',
    'test/shell/adapters/workspaces/safe-path.test.ts',
  ],
};

const area = process.env['HYDRA_MUTATED'] ?? '';

export default defineConfig({
  test: { include: [...(TESTS[area] ?? Object.values(TESTS).flat())], testTimeout: 60_000 },
});
