import { attributesTrick } from './attributes-trick.ts';
import { blobs } from './blobs.ts';
import { configurationChanged } from './configuration.ts';
import { dependencies } from './dependencies.ts';
import { dynamicCode, encodedPayload } from './dynamic-code.ts';
import { environmentAnswers } from './environment-answers.ts';
import { exitHook } from './exit-hook.ts';
import type { FlagRule } from './flag-rule.ts';
import { harnessLoosened, lintLoosened } from './harness-loosened.ts';
import { harnessPatched } from './harness-patched.ts';
import { hiddenText } from './hidden-text.ts';
import { judgeAddressed } from './judge-addressed.ts';
import { notInspected } from './not-inspected.ts';
import { outsideAccess, secretAccess } from './outside-access.ts';
import { readsTests } from './reads-tests.ts';
import { reportForged } from './report-forged.ts';
import { runnerDetected } from './runner-detected.ts';
import { runnerHookAdded, runnerHooks } from './runner-hooks.ts';
import { specialFiles } from './special-files.ts';
import { suppressionAdded, suppressionBlanket, suppressionUsual } from './suppressions.ts';
import { testDataChanged, testEdited } from './test-data-changed.ts';
import { testDeleted } from './test-deleted.ts';
import { testLiterals } from './test-literals.ts';
import { testSkipped } from './test-skipped.ts';
import { testWeakened } from './test-weakened.ts';
import { wholeChange } from './whole-change.ts';

/** Every rule, by one line each; the order is that of the flags. */
export const flagRules: readonly FlagRule[] = [
  harnessPatched,
  runnerHooks,
  harnessLoosened,
  exitHook,
  reportForged,
  runnerDetected,
  environmentAnswers,
  readsTests,
  testLiterals,
  testSkipped,
  testWeakened,
  testDeleted,
  suppressionBlanket,
  suppressionAdded,
  suppressionUsual,
  hiddenText,
  judgeAddressed,
  attributesTrick,
  encodedPayload,
  dynamicCode,
  secretAccess,
  outsideAccess,
  specialFiles,
  blobs,
  dependencies,
  configurationChanged,
  lintLoosened,
  runnerHookAdded,
  wholeChange,
  testEdited,
  testDataChanged,
  notInspected,
];
