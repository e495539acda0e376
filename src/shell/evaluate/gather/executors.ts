import type { QuestionKind } from '../../../core/next-work/question.ts';
import { describeChanges } from '../change/describe-changes.ts';
import { examineDimensions } from '../dimensions/examine-dimensions.ts';
import { confirmBrokenTests, repeatBase } from '../matrix/confirm-broken-tests.ts';
import { crossExamine, crossExamineAlone } from '../matrix/cross-examine.ts';
import {
  examineElsewhere,
  examineElsewhereAgain,
  examineMoved,
  examineToday,
} from '../matrix/examine-elsewhere.ts';
import { proveOwnTests, repeatDataTests, runDataTests } from '../matrix/prove-own-tests.ts';
import { compareBaseRuns, retryChecks, runChecks } from '../matrix/run-checks.ts';
import { repeatControl, runControl } from '../matrix/run-control.ts';
import { loosenTests } from '../matrix/loosen-tests.ts';
import { runProbes } from '../probe/run-probes.ts';
import { runHiddenTests } from '../matrix/run-hidden-tests.ts';
import { runPanelTests } from '../matrix/run-panel-tests.ts';
import { askFieldPanel } from './ask-field-panel.ts';
import type { Executor } from './executor.ts';

/** How each kind of question is answered. */
export const EXECUTORS: { readonly [K in QuestionKind]: Executor<K> } = {
  checks: runChecks,
  change: describeChanges,
  dimension: examineDimensions,
  loosen: loosenTests,
  retry: retryChecks,
  'base-repeat': compareBaseRuns,
  confirm: confirmBrokenTests,
  'base-unsteady': repeatBase,
  'own-tests': proveOwnTests,
  'data-tests': runDataTests,
  'data-again': repeatDataTests,
  cross: crossExamine,
  'cross-alone': crossExamineAlone,
  elsewhere: examineElsewhere,
  'elsewhere-today': examineToday,
  'elsewhere-moved': examineMoved,
  'elsewhere-again': examineElsewhereAgain,
  control: runControl,
  'control-again': repeatControl,
  probe: runProbes,
  'hidden-tests': runHiddenTests,
  panel: askFieldPanel,
  'panel-tests': runPanelTests,
};
