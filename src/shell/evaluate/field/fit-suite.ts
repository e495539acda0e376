import type { Check } from '../../../core/domain/check/check.ts';
import type { NarrowedTests } from '../../../core/domain/evidence/evidence.ts';
import type { CheckPlan } from '../../../core/domain/source/repo-facts.ts';
import { forPart, hurried, withoutLate, withTimeOf } from '../../../core/profile/hurried-plan.ts';
import { changedNames, narrowTests } from '../../../core/narrow/narrow-tests.ts';
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

/** If the usual number of files takes too long as well, fewer are tried. */
const SIZES = [undefined, 4, 1];

/** Which of the base's checks were stopped, and after how long. */
const lateOn = async (context: FieldContext, base: Base): Promise<ReadonlyMap<string, number>> => {
  const subject = baselineSubject(base);
  const seen = (await captureField(context, [subject])).get(subjectId(subject));
  return new Map(
    (seen?.runs ?? []).flatMap(({ check: { name, timeoutMs }, outcome }) =>
      outcome.status === 'timed-out' ? [[name, timeoutMs] as const] : [],
    ),
  );
};

/** The test files nearest to the changes, as many as end in time; null: all must run. */
const nearest = async (context: FieldContext, plan: CheckPlan, listed: Listed, given: Given) => {
  const { tools } = context;
  const { base, applied, task, limited } = given;
  const patches = applied.map(({ patch }) => new TextDecoder().decode(patch.subarray(0, MOST_PATCH_BYTES)));
  const changes = patches.map(changedNames);
  const tests = await readTestTexts(tools.repository, listed);
  let fitted: ReturnType<typeof narrowTests> = null;
  for (const most of SIZES) {
    const next = narrowTests(plan, { tests, of: listed.length, changes, patches, task }, most);
    if (next === null) break;
    if (next.narrowed.files.length === fitted?.narrowed.files.length) continue;
    fitted = next;
    tools.run.emit({
      event: 'stage',
      text: `the tests of the base did not end in time: running only test files near the changes, ${fitted.narrowed.files.length} of ${listed.length}`,
    });
    const late = await lateOn(newFieldContext({ ...context, plan: forPart(fitted.plan, limited) }), base);
    if (!fitted.plan.checks.some(({ kind, name }) => kind === 'test' && late.has(name))) break;
  }
  return fitted;
};

/**
 * Tests that do not end in time on the base would not on any candidate. Only the test files nearest to the changes
 * then run, on all trees, and linters that take too long do not. Results of a base that ends in time are reused.
 */
export const fitSuite = async (context: FieldContext, given: Given): Promise<Fitted> => {
  const { tools } = context;
  const { base, applied, limited } = given;
  if (context.plan.selectTests === null) return { context };
  const listed = await listBaseTests(tools.repository, base.tree);
  if (listed.length < MANY_TEST_FILES) return { context };
  const trees = applied.length + 1;
  const plan = hurried(context.plan, trees, limited);
  const late = await lateOn(newFieldContext({ ...context, plan }), base);
  if (late.size === 0) return { context };
  const kept = withoutLate(plan, late, trees);
  const isLate = kept.checks.some(({ kind, name }) => kind === 'test' && late.has(name));
  const fitted = isLate ? await nearest(context, kept, listed, given) : null;
  const chosen = fitted?.plan ?? kept;
  // Times of the whole suite do not apply to a part of it.
  const fresh = newFieldContext({
    ...context,
    plan: withTimeOf(chosen, context.plan),
  });
  return { context: fresh, ...(fitted === null ? {} : { narrowed: fitted.narrowed }) };
};
