import type { Check } from '../../../core/domain/check/check.ts';
import type { NarrowedTests } from '../../../core/domain/evidence/evidence.ts';
import type { CheckPlan } from '../../../core/domain/source/repo-facts.ts';
import { hurried, withoutLate, withTimeOf } from '../../../core/profile/hurried-plan.ts';
import { changedNames, narrowTests } from '../../../core/probe/narrow-tests.ts';
import type { Base } from '../../ports/git-repository.ts';
import { listBaseTests, readTestTexts } from '../change/read-base-tests.ts';
import { captureField } from '../lanes/capture-field.ts';
import { subjectId } from '../lanes/tree-lane.ts';
import { type FieldContext, newFieldContext } from './field-context.ts';
import type { Applied } from './import-field.ts';
import { baselineSubject } from './trees-under-test.ts';

/** With fewer, waiting for the base before candidates start would cost more than it could save. */
const MANY_TEST_FILES = 100;
const MOST_PATCH_BYTES = 1024 * 1024;

type Listed = Awaited<ReturnType<typeof listBaseTests>>;
type Fitted = { readonly context: FieldContext; readonly narrowed?: NarrowedTests };

type Given = {
  readonly base: Base;
  readonly applied: readonly Applied[];
  readonly task: string;
  /** Kinds of checks whose time the user set. */
  readonly limited: ReadonlySet<Check['kind']>;
};

/** The files nearest to the changes in the place of all; null: all have to run. */
const nearest = async (
  { tools }: FieldContext,
  plan: CheckPlan,
  listed: Listed,
  { applied, task }: Given,
) => {
  const patches = applied.map(({ patch }) => new TextDecoder().decode(patch.subarray(0, MOST_PATCH_BYTES)));
  const changes = patches.map(changedNames);
  const tests = await readTestTexts(tools.repository, listed);
  const fitted = narrowTests(plan, { tests, of: listed.length, changes, patches, task });
  if (fitted === null) return null;
  tools.run.emit({
    event: 'stage',
    text: `the tests of the base did not end in time: running only test files near the changes, ${fitted.narrowed.files.length} of ${listed.length}`,
  });
  return fitted;
};

/**
 * What does not end in time on the base would not on any candidate: then only the test files nearest to the changes run,
 * on all trees, and linters that take too long do not. Results of a base that ends in time are reused.
 */
export const fitSuite = async (context: FieldContext, given: Given): Promise<Fitted> => {
  const { tools } = context;
  const { base, applied, limited } = given;
  if (context.plan.selectTests === null) return { context };
  const listed = await listBaseTests(tools.repository, base.tree);
  if (listed.length < MANY_TEST_FILES) return { context };
  const trees = applied.length + 1;
  const plan = hurried(context.plan, trees, limited);
  const subject = baselineSubject(base);
  const seen = (await captureField(newFieldContext({ ...context, plan }), [subject])).get(subjectId(subject));
  const late = new Map(
    (seen?.runs ?? []).flatMap(({ check: { name, timeoutMs }, outcome }) =>
      outcome.status === 'timed-out' ? [[name, timeoutMs] as const] : [],
    ),
  );
  if (late.size === 0) return { context };
  const kept = withoutLate(plan, late, trees);
  const isLate = kept.checks.some(({ kind, name }) => kind === 'test' && late.has(name));
  const fitted = isLate ? await nearest(context, kept, listed, given) : null;
  const chosen = fitted?.plan ?? kept;
  // What was learnt of the whole suite says nothing about a part of it.
  const fresh = newFieldContext({
    ...context,
    plan: withTimeOf(chosen, context.plan),
  });
  return { context: fresh, ...(fitted === null ? {} : { narrowed: fitted.narrowed }) };
};
