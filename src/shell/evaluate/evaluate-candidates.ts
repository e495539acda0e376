import type { Candidate } from '../../core/domain/candidate/candidate.ts';
import type { Conclusion } from '../../core/domain/run/conclusion.ts';
import type { Captured } from '../../core/domain/evidence/evidence.ts';
import type { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import type { CheckPlan } from '../../core/domain/source/repo-facts.ts';
import { conclude } from '../../core/conclude/conclude.ts';
import { captureField } from './lanes/capture-field.ts';
import type { FieldContext } from './field/field-context.ts';
import { captureDiff } from './change/capture-diff.ts';
import { captureFlags } from './change/capture-flags.ts';
import type { CaptureTools } from './field/capture-tools.ts';
import type { OnProgress } from './field/progress.ts';
import { lastingLanes } from './lanes/stand-on-build.ts';
import type { TreeUnderTest } from './lanes/tree-lane.ts';
import type { Base } from '../ports/git-repository.ts';
import { assembleCaptured, type AppliedCandidate } from './field/assemble-captured.ts';
import { examineMatrix, REPEAT, repeatSubjects } from './matrix/examine-matrix.ts';
import { type FieldState, newFieldState } from './field/field-state.ts';
import type { PastImports } from './recall/frozen-evaluation.ts';
import { captureDimensions, wantedDimensions } from './dimensions/capture-dimensions.ts';
import { importField } from './field/import-field.ts';
import type { HiddenTests } from './plan/load-hidden-tests.ts';
import { planControl, withControl } from './matrix/negative-control.ts';
import { openField } from './field/open-field.ts';
import { pinField, type PinnedCandidate } from './field/pin-field.ts';
import { racePolicyOf } from '../../core/conclude/race-policy-of.ts';
import { secondChances } from './matrix/second-chances.ts';
import { treesUnderTest } from './field/trees-under-test.ts';

export type EvaluateRequest = {
  readonly base: Base;
  readonly candidates: readonly Candidate[];
  readonly config: HydraConfig;
  readonly plan: CheckPlan;
  readonly jobs: number;
  /** Nobody said how many jobs: a check that waits lends its core to another. */
  readonly lends?: boolean;
  readonly notes: readonly string[];
  readonly onProgress: OnProgress;
  readonly hidden?: HiddenTests | undefined;
  /** Look at conventions even where the policy does not weigh them. */
  readonly conventions?: boolean | undefined;
  /** The run was killed before; this is what its candidates had become. */
  readonly past?: PastImports;
};

export type Evaluation = {
  readonly runId: string;
  readonly captured: Captured;
  readonly conclusion: Conclusion;
};

/** What the change itself shows, before anything of it runs. */
const describeApplied = async (
  tools: CaptureTools,
  base: Base,
  pinned: readonly PinnedCandidate[],
): Promise<Omit<AppliedCandidate, 'dimensions'>[]> => {
  const baseFiles = await tools.repository.listFiles(base.tree);
  return Promise.all(
    pinned.map(async (applied) => {
      const { tree, patch } = applied;
      const measured = await captureDiff(tools, base.tree, tree);
      const diff = measured.known ? measured.value : null;
      const flags = await captureFlags(tools, { baseTree: base.tree, tree, diff, baseFiles });
      return { ...applied, patchSha256: tools.digest(patch), diff: measured, flags };
    }),
  );
};

const giveSecondChances = async (
  context: FieldContext,
  state: FieldState,
  subjects: readonly TreeUnderTest[],
  { captured, conclusion }: { readonly captured: Captured; readonly conclusion: Conclusion },
): Promise<void> => {
  const again = secondChances(captured, conclusion, subjects);
  if (again.length === 0) return;
  context.options.onProgress({
    type: 'stage',
    text: `trying ${again.length} once more that ran out of time`,
  });
  for (const [tree, evidence] of await captureField(context, again)) state.trees.set(tree, evidence);
};

/** The main job: the same checks on the base and on every candidate, then one decision from what was seen. */
export const evaluateCandidates = async (
  tools: CaptureTools,
  request: EvaluateRequest,
): Promise<Evaluation> => {
  const { base, config, plan, onProgress } = request;
  const { run } = tools;
  await run.record({ event: 'started', base, candidates: request.candidates, profile: plan.profile });
  onProgress({ type: 'stage', text: `applying ${request.candidates.length} candidates` });
  const field = await importField(tools, base, request.candidates, request.past);
  const context = await openField(tools, request);
  const { applied: imported } = field;
  const editable = config.trust.editable_tests;
  const pinned = await pinField(tools.repository, { base, applied: imported, editable });
  const subjects = treesUnderTest({ base, plan, pinned });
  onProgress({
    type: 'field',
    owners: ['baseline', ...imported.map(({ candidate }) => candidate.name)],
    checks: plan.checks.map(({ name }) => name),
  });
  const state = newFieldState(base, pinned);
  const planned = await planControl(context, base);
  const lanes = lastingLanes(context, withControl(context, subjects, planned));
  for (const [at, { tree }] of subjects.entries()) state.lanes.set(tree, lanes[at]!);
  const wanted = wantedDimensions(config.scoring.weights, request.conventions ? ['convention'] : []);
  const [seen, described, dimensions] = await Promise.all([
    captureField(context, [...lanes, ...repeatSubjects(context, planned, lanes[0])]),
    describeApplied(tools, base, pinned),
    captureDimensions(tools, { base, changes: pinned, judges: config.judges, onProgress }, wanted),
  ]);
  const applied = described.map((one) => ({ ...one, dimensions: dimensions.get(one.tree) ?? {} }));
  const policy = racePolicyOf(config);
  const isolation = tools.workspaces.isolation;
  const assemble = (): Captured =>
    assembleCaptured({ request, state, applied, rejected: field.rejected, isolation });
  const judge = (): Conclusion => conclude(assemble(), policy, run.id);
  for (const { tree } of subjects) state.trees.set(tree, seen.get(tree)!);
  await giveSecondChances(context, state, lanes, { captured: assemble(), conclusion: judge() });
  await examineMatrix(context, state, {
    second: seen.get(REPEAT),
    planned,
    subjects,
    judge,
    hidden: request.hidden,
  });
  const captured = assemble();
  const conclusion = conclude(captured, policy, run.id);
  await run.finish(captured, conclusion);
  return { runId: run.id, captured, conclusion };
};
