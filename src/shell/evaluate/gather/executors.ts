import type { QuestionKind } from '../../../core/next-work/question.ts';
import { describeChanges } from '../change/describe-changes.ts';
import { examineDimensions } from '../dimensions/examine-dimensions.ts';
import { examineChangedExpectations } from '../matrix/examine-changed-expectations.ts';
import { confirmBrokenTests } from '../matrix/confirm-broken-tests.ts';
import { crossExamine, crossExamineAlone } from '../matrix/cross-examine.ts';
import { examineElsewhere, examineElsewhereAgain } from '../matrix/examine-elsewhere.ts';
import { proveOwnTests } from '../matrix/prove-own-tests.ts';
import { compareBaseRuns, retryChecks, runChecks, runWithoutControl } from '../matrix/run-checks.ts';
import { runHiddenTests } from '../matrix/run-hidden-tests.ts';
import type { Executor } from './executor.ts';

/** How each kind of question is answered. */
export const EXECUTORS: { readonly [K in QuestionKind]: Executor<K> } = {
  checks: runChecks,
  change: describeChanges,
  dimension: examineDimensions,
  retry: retryChecks,
  'base-repeat': compareBaseRuns,
  'without-control': runWithoutControl,
  confirm: confirmBrokenTests,
  'own-tests': proveOwnTests,
  cross: crossExamine,
  'cross-alone': crossExamineAlone,
  'changed-expectations': examineChangedExpectations,
  elsewhere: examineElsewhere,
  'elsewhere-again': examineElsewhereAgain,
  'hidden-tests': runHiddenTests,
};
