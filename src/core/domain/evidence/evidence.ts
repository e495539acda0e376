import * as z from 'zod';
import { CAPTURED_DIMENSIONS, type CapturedDimension } from '../../dimensions/dimensions.ts';
import { BaseHealth } from './base-health.ts';
import { Authorship } from '../candidate/authorship.ts';
import { Candidate } from '../candidate/candidate.ts';
import { ChangeSketch } from '../candidate/change-sketch.ts';
import { BuildResult } from '../check/build-result.ts';
import { Check } from '../check/check.ts';
import { CheckOutcome } from '../check/check-outcome.ts';
import { DiffFacts } from '../candidate/diff-facts.ts';
import { Flag } from '../flags/flag.ts';
import { LintReport } from '../check/lint-report.ts';
import { CandidateMatrix, Cell, Control, ControlRuns, Elsewhere, Pinned, StatedPair } from './matrix.ts';
import { type Measured, measuredOf } from '../measured.ts';
import { Panel, PanelOffer } from './panel.ts';
import { PanelTests } from './panel-tests.ts';
import { Probes } from './probes.ts';
import { SecurityCheck } from '../check/security-check.ts';
import { TestReport } from '../check/test-report.ts';
import { TestPackage } from './test-package.ts';
import { UnrunProject } from './unrun-project.ts';

export const CheckRun = z.strictObject({
  check: Check,
  outcome: CheckOutcome,
  /** True where the result was taken from the store by its content key. */
  reused: z.boolean(),
});
export type CheckRun = z.infer<typeof CheckRun>;

/** Why the checks behind a failed build have no result. */
export const NOT_RUN_AFTER_BROKEN_BUILD = 'not run, because the build failed';

/** The results of the checks on one tree. The baseline is evidence too. */
export const TreeEvidence = z.strictObject({
  tree: z.string(),
  runs: z.array(CheckRun),
  build: measuredOf(BuildResult),
  tests: measuredOf(TestReport),
  lint: measuredOf(LintReport),
  /** Absent if there is no type check of its own. */
  types: measuredOf(LintReport).optional(),
  security: measuredOf(SecurityCheck),
  /** Of earlier engines: copies of base tests with changed expectations that ran among the others. */
  control: Cell.optional(),
  /** Harness files that its commands wrote to; they were put back after each. */
  altered: z.array(z.string()).optional(),
});
export type TreeEvidence = z.infer<typeof TreeEvidence>;

type DimensionShape = {
  [E in CapturedDimension['evidence'] as E['field']]: z.ZodOptional<
    z.ZodType<Measured<z.output<E['schema']>>>
  >;
};

/** Absent unless the policy weighs the dimension, or the user asked for it. */
const dimensionShape = Object.fromEntries(
  CAPTURED_DIMENSIONS.map(({ evidence: { field, schema } }) => [
    field,
    measuredOf<z.ZodType>(schema).optional(),
  ]),
) as unknown as DimensionShape;

/** Every fact on one candidate that could be applied. */
export const Evidence = z.strictObject({
  candidate: Candidate,
  /** sha-256 of the recorded patch: what a merge applies. */
  patchSha256: z.string(),
  /** Who wrote it, if its commit or patch says so. */
  authorship: Authorship.optional(),
  diff: measuredOf(DiffFacts),
  /** Where it changes source and how, to compare it with others; absent in runs of earlier engines. */
  sketch: ChangeSketch.optional(),
  ...TreeEvidence.shape,
  /** What the checks saw in place of the candidate's own harness; absent in runs of earlier engines. */
  pinned: Pinned.optional(),
  matrix: CandidateMatrix.optional(),
  /** Of earlier engines: tests that it made pass, run once more with changed expectations. */
  targeted: Cell.optional(),
  /** The negative control; absent: it was not applied, or the candidate could not win. */
  controlled: ControlRuns.optional(),
  /** Base tests that failed or were absent with it and passed when run again: they count as failed. */
  unsteady: z.array(z.string()).optional(),
  /** Tests that no candidate has seen, on the pinned tree. */
  hidden: measuredOf(Cell).optional(),
  /** Those of them that pass whatever they expect. */
  hiddenUnmoved: z.array(z.string()).optional(),
  /** The same tests in other surroundings; absent unless it could win. */
  elsewhere: measuredOf(Elsewhere).optional(),
  ...dimensionShape,
  flags: z.array(Flag),
  /** Base tests that the change renames, moves or replaces. */
  successors: z.array(StatedPair).optional(),
});
export type Evidence = z.infer<typeof Evidence>;

/** A candidate that never became a tree, and why. */
export const Rejection = z.strictObject({ candidate: Candidate, reason: z.string() });
export type Rejection = z.infer<typeof Rejection>;

/** Only some of the base's test files ran, the same on every tree. */
export const NarrowedTests = z.strictObject({
  files: z.array(z.string()),
  /** How many the base has. */
  of: z.int().positive(),
  /** The time after which the whole suite was stopped. */
  timeoutMs: z.int().positive(),
});
export type NarrowedTests = z.infer<typeof NarrowedTests>;

/** The waist: everything a run saw, and all that a decision may look at. */
export const Captured = z.strictObject({
  base: z.strictObject({
    ref: z.string(),
    commit: z.string(),
    tree: z.string(),
    branch: z.string().nullable(),
  }),
  profile: z.string(),
  /** How a second author confirms a winner; absent in runs of earlier engines, for which passing the same tests was enough. */
  confirmation: z.enum(['behaviour', 'inputs']).optional(),
  /** What the candidates are for; absent if not given. */
  task: z.string().optional(),
  isolation: z.strictObject({
    level: z.enum(['sandboxed', 'container', 'degraded']),
    detail: z.string(),
    /** Whether the run in other surroundings had another date, and how or why not; absent in runs of earlier engines. */
    dates: z.strictObject({ varied: z.boolean(), detail: z.string() }).optional(),
  }),
  /** Notes on the whole run, such as a profile's command that this repository does not have. */
  notes: z.array(z.string()),
  baseline: TreeEvidence,
  evidence: z.array(Evidence),
  rejected: z.array(Rejection),
  /** Tests whose outcome on the base changes from run to run: they count for no candidate. */
  quarantined: z.array(z.string()).optional(),
  /** Which controls of the harness were applied, and why others were not. */
  controls: z.array(Control).optional(),
  /** The negative control: whose expectations were changed, and which tests then failed on the base as they must everywhere. */
  control: z
    .strictObject({
      files: z.array(z.string()),
      expected: z.array(z.string()),
      /** The base's command then ends with another exit code than 0. */
      exits: z.boolean().optional(),
    })
    .optional(),
  /** The test files that ran, if all of them together did not end in time on the base. */
  narrowed: NarrowedTests.optional(),
  /** Examinations that did not begin, because the time for them was over; absent: none. */
  leftOut: z.strictObject({ minutes: z.number().positive(), examinations: z.array(z.string()) }).optional(),
  /** Projects that candidates change and no test command ran; absent: none. */
  unrun: z.array(UnrunProject).optional(),
  /** Packages whose tests one command ran; absent: one, or the reports of tests name them. */
  packages: z.array(TestPackage).optional(),
  /** How the base itself fares here; absent in runs of earlier engines. */
  health: BaseHealth.optional(),
  /** Hidden tests on the base. */
  hidden: measuredOf(Cell).optional(),
  /** The base's tests in other surroundings. */
  elsewhere: measuredOf(Elsewhere).optional(),
  /** Models that compared the candidates, if the user asked for them. */
  panel: Panel.optional(),
  /** Tests that a model wrote from the task alone, if the user asked for them. */
  panelTests: PanelTests.optional(),
  /** What asking them would cost, if they were not and might help. */
  panelOffer: PanelOffer.optional(),
  /** How candidates behave beyond their tests; absent: not asked for. */
  probes: measuredOf(Probes).optional(),
});
export type Captured = z.infer<typeof Captured>;
