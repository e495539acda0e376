import { defineConfig } from 'vitest/config';

/** Only tests that can detect a changed score, decision or path; nothing that builds or starts programs. */
const TESTS: Readonly<Record<string, readonly string[]>> = {
  score: [
    'test/core/{score,dimensions}/**/*.test.ts',
    'test/core/{vectors,documents/score-document,bench/prove-task,experiment/conclude-experiment}.test.ts',
  ],
  decide: [
    'test/core/{decide,next-work}/**/*.test.ts',
    'test/core/conclude/{conclude,integrity,score-race,weigh-evidence}.test.ts',
    'test/core/{vectors,documents/score-document,experiment/compare-outcomes}.test.ts',
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
