import { attributesTrick } from './rules/attributes-trick.ts';
import { blobs } from './rules/blobs.ts';
import { capabilities } from './rules/capabilities.ts';
import { configurationChanged } from './rules/configuration.ts';
import { dependencies } from './rules/dependencies.ts';
import { dynamicCode, encodedPayload } from './rules/dynamic-code.ts';
import { environmentAnswers } from './rules/environment-answers.ts';
import { exitHook } from './rules/exit-hook.ts';
import type { FlagRule } from './flag-rule.ts';
import { harnessLoosened, lintLoosened } from './rules/harness-loosened.ts';
import { harnessPatched } from './rules/harness-patched.ts';
import { hiddenText } from './rules/hidden-text.ts';
import { installScripts } from './rules/install-scripts.ts';
import { judgeAddressed } from './rules/judge-addressed.ts';
import { lintRemoved } from './rules/lint-removed.ts';
import { notInspected } from './rules/not-inspected.ts';
import { oversizedConfiguration } from './rules/oversized-configuration.ts';
import { outsideAccess, secretAccess } from './rules/outside-access.ts';
import { payload } from './rules/payload.ts';
import { readsTests } from './rules/reads-tests.ts';
import { reportForged } from './rules/report-forged.ts';
import { runnerDetected } from './rules/runner-detected.ts';
import { runnerHookAdded, runnerHooks } from './rules/runner-hooks.ts';
import { sourceTests } from './rules/source-tests.ts';
import { specialFiles } from './rules/special-files.ts';
import { suppressionAdded, suppressionBlanket, suppressionUsual } from './rules/suppressions.ts';
import { surroundings } from './rules/surroundings.ts';
import { testAwareLines } from './rules/test-aware-lines.ts';
import { testDataChanged, testEdited } from './rules/test-data-changed.ts';
import { testDeleted } from './rules/test-deleted.ts';
import { testLiterals } from './rules/test-literals.ts';
import { testSkipped } from './rules/test-skipped.ts';
import { testValues } from './rules/test-values.ts';
import { testWeakened } from './rules/test-weakened.ts';
import { trivialTests } from './rules/trivial-tests.ts';
import { undefinedNames } from './rules/undefined-names.ts';
import { wholeChange } from './rules/whole-change.ts';

/** Every rule, one per line, in the order of the flags. */
export const flagRules: readonly FlagRule[] = [
  harnessPatched,
  runnerHooks,
  harnessLoosened,
  exitHook,
  reportForged,
  runnerDetected,
  testAwareLines,
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
  payload,
  secretAccess,
  outsideAccess,
  capabilities,
  surroundings,
  testValues,
  specialFiles,
  blobs,
  dependencies,
  installScripts,
  configurationChanged,
  oversizedConfiguration,
  lintRemoved,
  lintLoosened,
  runnerHookAdded,
  wholeChange,
  trivialTests,
  testEdited,
  sourceTests,
  testDataChanged,
  undefinedNames,
  notInspected,
];
