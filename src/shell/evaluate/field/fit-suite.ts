import type { Check } from '../../../core/domain/check/check.ts';
import type { NarrowedTests } from '../../../core/domain/evidence/evidence.ts';
import type { CheckPlan } from '../../../core/domain/source/repo-facts.ts';
import { changedNames, narrowTests } from '../../../core/probe/narrow-tests.ts';
import type { Base } from '../../ports/git-repository.ts';
import { listBaseTests, readTestTexts } from '../change/read-base-tests.ts';
import { captureField } from '../lanes/capture-field.ts';
import { subjectId } from '../lanes/tree-lane.ts';
import { type FieldContext, newFieldContext } from './field-context.ts';
import type { Applied } from './import-field.ts';
import { baselineSubject } from './trees-under-test.ts';

/** With fewer, waiting for the base before candidates start would cost more than it could save. */
const MANY_TEST_FILES = 200;
const MOST_PATCH_BYTES = 1024 * 1024;

/** A round of all tests over all trees may take this long; a limit that the user set is waited for instead. */
const ROUND_MS = 30 * 60_000;
const LEAST_MS = 2 * 60_000;

/** The plan with less time for tests: many candidates make a long suite longer than anyone waits. */
const hurried = (plan: CheckPlan, trees: number): CheckPlan => {
  const mostMs = Math.max(LEAST_MS, Math.ceil(ROUND_MS / trees));
  return {
    ...plan,
    checks: plan.checks.map((check) =>
      check.kind === 'test' ? { ...check, timeoutMs: Math.min(check.timeoutMs, mostMs) } : check,
    ),
  };
};

const inFull = (check: Check, { checks }: CheckPlan): Check => ({
  ...check,
  timeoutMs: checks.find(({ name }) => name === check.name)?.timeoutMs ?? check.timeoutMs,
});

type Fitted = { readonly context: FieldContext; readonly narrowed?: NarrowedTests };

/**
 * If all tests together do not end in time on the base, they would not on any candidate: then only the files nearest
 * to the changes run, on all trees. Results of a base that ends in time are reused.
 */
export const fitSuite = async (
  context: FieldContext,
  {
    base,
    applied,
    limited,
  }: { readonly base: Base; readonly applied: readonly Applied[]; readonly limited: boolean },
): Promise<Fitted> => {
  const { tools } = context;
  if (context.plan.selectTests === null) return { context };
  const listed = await listBaseTests(tools.repository, base.tree);
  if (listed.length < MANY_TEST_FILES) return { context };
  const plan = limited ? context.plan : hurried(context.plan, applied.length + 1);
  const subject = baselineSubject(base);
  const seen = (await captureField(newFieldContext({ ...context, plan }), [subject])).get(subjectId(subject));
  const late = seen?.runs.some(
    ({ check, outcome }) => check.kind === 'test' && outcome.status === 'timed-out',
  );
  if (late !== true) return { context };
  const changes = applied.map(({ patch }) =>
    changedNames(new TextDecoder().decode(patch.subarray(0, MOST_PATCH_BYTES))),
  );
  const tests = await readTestTexts(tools.repository, listed);
  const fitted = narrowTests(plan, { tests, of: listed.length, changes });
  if (fitted === null) return { context };
  tools.run.emit({
    event: 'stage',
    text: `the tests of the base did not end in time: running only test files near the changes, ${fitted.narrowed.files.length} of ${listed.length}`,
  });
  // What was learnt of the whole suite says nothing about a part of it.
  const near = { ...fitted.plan, checks: fitted.plan.checks.map((check) => inFull(check, context.plan)) };
  return { context: newFieldContext({ ...context, plan: near }), narrowed: fitted.narrowed };
};
