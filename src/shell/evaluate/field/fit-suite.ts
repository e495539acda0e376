import type { NarrowedTests } from '../../../core/domain/evidence/evidence.ts';
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

type Fitted = { readonly context: FieldContext; readonly narrowed?: NarrowedTests };

/**
 * If all tests together do not end in time on the base, they would not on any candidate: then only the files nearest
 * to the changes run, on all trees. Results of a base that ends in time are reused.
 */
export const fitSuite = async (
  context: FieldContext,
  { base, applied }: { readonly base: Base; readonly applied: readonly Applied[] },
): Promise<Fitted> => {
  const { plan, tools } = context;
  if (plan.selectTests === null) return { context };
  const listed = await listBaseTests(tools.repository, base.tree);
  if (listed.length < MANY_TEST_FILES) return { context };
  const subject = baselineSubject(base);
  const seen = (await captureField(context, [subject])).get(subjectId(subject));
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
    text: `the tests of the base did not end in time: running the ${fitted.narrowed.files.length} files nearest to the changes`,
  });
  // What was learnt of the whole suite says nothing about a part of it.
  return { context: newFieldContext({ ...context, plan: fitted.plan }), narrowed: fitted.narrowed };
};
