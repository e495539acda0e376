import { profileById } from '../../core/languages/languages.ts';
import type { Isolation } from '../ports/workspaces.ts';
import { sketchChange } from '../../core/analyse/diff/sketch-change.ts';
import { conclude } from '../../core/conclude/conclude.ts';
import { racePolicyOf } from '../../core/conclude/race-policy-of.ts';
import type { Candidate } from '../../core/domain/candidate/candidate.ts';
import type { Captured, NarrowedTests, Rejection } from '../../core/domain/evidence/evidence.ts';
import type { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import type { Conclusion } from '../../core/domain/run/conclusion.ts';
import type { CheckPlan } from '../../core/domain/source/repo-facts.ts';
import { bringsScripts } from './probe/run-leftovers.ts';
import { beginExamination, endExamination, type Setting } from '../../core/next-work/captured-so-far.ts';
import type { Base } from '../ports/git-repository.ts';
import { captureHealth } from './field/capture-health.ts';
import type { CaptureTools } from './field/capture-tools.ts';
import type { FieldUnderTest } from './field/field-under-test.ts';
import { fitSuite } from './field/fit-suite.ts';
import { importField } from './field/import-field.ts';
import { openField } from './field/open-field.ts';
import { pinField } from './field/pin-field.ts';
import { treesUnderTest } from './field/trees-under-test.ts';
import { offerPanel } from './gather/ask-field-panel.ts';
import { gatherEvidence } from './gather/gather-evidence.ts';
import { lastingLanes } from './lanes/stand-on-build.ts';
import { planControl, type PlannedControl } from './matrix/prepare-control.ts';
import type { HiddenTests } from '../plan/load-hidden-tests.ts';
import { openPurse } from '../panel/ask-stored.ts';
import type { PlannedSeats } from '../panel/seat-panel.ts';
import type { PastImports } from './recall/frozen-evaluation.ts';

/** Anything beyond this is not compared with other candidates. */
const MOST_SKETCHED_BYTES = 4 * 1024 * 1024;

export type EvaluateRequest = {
  readonly base: Base;
  readonly candidates: readonly Candidate[];
  readonly config: HydraConfig;
  readonly plan: CheckPlan;
  readonly notes: readonly string[];
  readonly hidden?: HiddenTests | undefined;
  /** Examine conventions even if the policy does not weigh them. */
  readonly conventions?: boolean | undefined;
  readonly task?: string | undefined;
  readonly panel?: PlannedSeats | undefined;
  /** How the candidates had been imported before the run was killed. */
  readonly past?: PastImports;
};

export type Evaluation = {
  readonly runId: string;
  readonly captured: Captured;
  readonly conclusion: Conclusion;
};

/** Applies the candidates and prepares the base: everything that is fixed before the first check. */
const prepareField = async (
  tools: CaptureTools,
  request: EvaluateRequest,
): Promise<{
  readonly field: FieldUnderTest;
  readonly rejected: readonly Rejection[];
  readonly control: PlannedControl;
  readonly narrowed: NarrowedTests | undefined;
}> => {
  const { base, config, hidden, task = '', panel } = request;
  const { run } = tools;
  run.emit({ event: 'stage', text: `applying ${request.candidates.length} candidates` });
  const { applied, rejected } = await importField(tools, base, request.candidates, request.past);
  const opened = await openField(tools, request);
  const editable = config.trust.editable_tests;
  const candidates = [...(await pinField(tools, { base, applied, editable }))];
  run.emit({
    event: 'field',
    owners: ['baseline', ...applied.map(({ candidate }) => candidate.name)],
    checks: request.plan.checks.map(({ name }) => name),
  });
  const { timeouts, timeout_per_check_seconds: shared } = config.scoring;
  const limited = new Set(
    (['test', 'lint', 'types'] as const).filter((kind) => (timeouts[kind] ?? shared) !== undefined),
  );
  const { context, narrowed } = await fitSuite(opened, { base, applied, task, limited });
  const { plan } = context;
  const control = await planControl(tools, base, plan, { editable, among: narrowed?.files });
  const lanes = lastingLanes(context, treesUnderTest({ base, plan, pinned: candidates }));
  const judges = config.judges.task.trim() === '' ? { ...config.judges, task } : config.judges;
  const formula = config.scoring.quality_formula ?? 'change';
  const purse = openPurse((panel?.budgetUsd ?? 0) > 0 ? (panel?.budgetUsd ?? 0) : null);
  return {
    rejected,
    control,
    narrowed,
    field: { context, base, candidates, lanes, hidden, judges, formula, task, panel, purse },
  };
};

const settingOf = async (
  field: FieldUnderTest,
  control: PlannedControl,
  request: EvaluateRequest,
): Promise<Setting> => ({
  testFiles: new Map(field.candidates.map(({ tree, testFiles }) => [tree, testFiles])),
  testData: new Map(
    field.candidates.flatMap(({ tree, testData }) => (testData === null ? [] : [[tree, testData]])),
  ),
  control,
  hiddenTests: field.hidden === undefined ? 'none' : field.hidden.everyone ? 'all' : 'passing',
  scripts: await bringsScripts(field),
  dimensions: request.conventions ? ['convention'] : [],
  ...(request.panel === undefined ? {} : { panelRounds: request.panel.rounds }),
  ...(request.panel?.tests === undefined ? {} : { panelTests: true }),
  ...(request.panel?.inputs === undefined ? {} : { panelInputs: true }),
});

const isolationFor = (profile: string, isolation: Isolation): Isolation =>
  profileById(profile)?.ownClock === true && isolation.dates !== undefined
    ? {
        ...isolation,
        dates: { varied: false, detail: `${profile} programs read the clock without the C library` },
      }
    : isolation;

/** The main job: the same checks on the base and on every candidate, then one decision from the evidence. */
export const evaluateField = async (tools: CaptureTools, request: EvaluateRequest): Promise<Evaluation> => {
  const { base, config } = request;
  const { run } = tools;
  const { within_minutes: minutes } = config.checks;
  const limit = minutes === undefined ? undefined : { sinceMs: tools.clock.monotonicMs(), minutes };
  const { profile } = request.plan;
  await run.record({ event: 'started', base, candidates: request.candidates, profile });
  const { field, rejected, control, narrowed } = await prepareField(tools, request);
  const { plan } = field.context;
  const start = beginExamination(
    {
      base,
      profile,
      confirmation: 'inputs',
      isolation: isolationFor(profile, tools.dispatcher.isolation),
      notes: [...plan.notes, ...request.notes, ...(tools.dispatcher.notes ?? [])],
      rejected: [...rejected],
      ...(request.task === undefined ? {} : { task: request.task }),
      ...(narrowed === undefined ? {} : { narrowed }),
      ...(plan.packages === undefined ? {} : { packages: [...plan.packages] }),
      ...(plan.unrun === undefined ? {} : { unrun: [...plan.unrun] }),
      candidates: field.candidates.map(({ candidate, tree, pinned, patch, authorship }) => ({
        candidate,
        tree,
        pinned,
        patchSha256: tools.digest(patch),
        ...(authorship === undefined ? {} : { authorship }),
        sketch: sketchChange(new TextDecoder().decode(patch.subarray(0, MOST_SKETCHED_BYTES))),
      })),
    },
    await settingOf(field, control, request),
  );
  const policy = racePolicyOf(config);
  const gathered = endExamination(await gatherEvidence(field, start, policy, limit));
  const seen = { ...gathered, health: await captureHealth(tools, { ...gathered, plan }) };
  const conclusion = conclude(seen, policy, run.id);
  const thin = seen.panel === undefined && conclusion.evidence_strength?.level !== 'strong';
  const offer = thin ? await offerPanel(field, config.selection) : null;
  const captured = offer === null ? seen : { ...seen, panelOffer: offer };
  await run.finish(captured, conclusion);
  return { runId: run.id, captured, conclusion };
};
