import * as z from 'zod';
import { measuredOf } from '../measured.ts';

const Ids = z.array(z.string());

/** One run of selected tests, by id and in order: lists, since a test may be called `__proto__`. */
export const Cell = z.strictObject({ passed: Ids, failed: Ids, skipped: Ids });
export type Cell = z.infer<typeof Cell>;

/** Parts of a candidate's change that were set aside so that its source ran with the base's tests. */
export const Pinned = z.strictObject({
  /** The tree that the checks used; the candidate's own if nothing was set aside. */
  tree: z.string(),
  /** Restored from the base, and never run: scripts, lint configuration, a lockfile without a changed manifest. */
  restored: Ids,
  /** Tests, fixtures, snapshots and runner configuration: run separately. */
  apart: Ids,
  /** Manifests with the candidate's dependencies and the base's scripts and tool settings. */
  merged: Ids,
  /** Source files with the base's tests in the candidate's code; absent: its tests in them are the base's anyway. */
  inside: Ids.optional(),
  /** Those of them that hold every example of the base too. */
  examples: Ids.optional(),
  /** Source files in which the candidate's own tests stay, and why. */
  undivided: z.array(z.strictObject({ path: z.string(), reason: z.string() })).optional(),
});
export type Pinned = z.infer<typeof Pinned>;

const ContestedTest = z.strictObject({
  id: z.string(),
  file: z.string(),
  base: z.string(),
  candidate: z.string(),
});

const StatedTest = z.strictObject({ file: z.string(), name: z.string() });

/** A test of the base, and what it became in a change, as their sources state them. */
export const StatedPair = z.strictObject({
  before: StatedTest,
  after: StatedTest,
  /** What they have in common: the name, most of the body, or the place between the same neighbours. */
  by: z.enum(['name', 'body', 'position']),
});
export type StatedPair = z.infer<typeof StatedPair>;

/** A base test that a candidate's source breaks, and the tests that succeed it in the candidate's version. */
export const TestPair = z.strictObject({
  id: z.string(),
  successors: Ids,
  by: z.enum(['id', 'parameters', ...StatedPair.shape.by.options]),
  /** All successors pass with the candidate's source. */
  passes: z.boolean(),
  /** Those that pass, and fail on the base's source. */
  proven: Ids,
});
export type TestPair = z.infer<typeof TestPair>;

/** A candidate's source against another author's proven tests. */
export const CrossCell = z.strictObject({ author: z.string(), tests: measuredOf(Cell) });
export type CrossCell = z.infer<typeof CrossCell>;

/** One candidate's part of the test matrix. */
export const CandidateMatrix = z.strictObject({
  /** Its source with its own added and changed tests. */
  own: measuredOf(Cell),
  /** The base's source with them. */
  proof: measuredOf(Cell),
  /** Added and edited tests that fail on the base's source and pass on the candidate's. */
  proven: Ids,
  /** Files of proven tests besides its own test files; empty: a runner cannot be given them, so all tests run; absent: none. */
  provenIn: Ids.optional(),
  /** Tests that would be proven, but pass with the candidate's source whatever they expect. */
  unmoved: Ids.optional(),
  cross: z.array(CrossCell),
  /** Only in runs of earlier engines: `pairs` has the same. */
  contested: z.array(ContestedTest).optional(),
  /** Broken base tests and their successors; absent in runs of earlier engines. */
  pairs: z.array(TestPair).optional(),
});
export type CandidateMatrix = z.infer<typeof CandidateMatrix>;

/** What became of tests that pass in the usual surroundings when they ran in others; those of the base are not compared there. */
export const Elsewhere = z.strictObject({
  /** Of the base, if too many of its tests change otherwise: `elsewhere` kept the usual date, `moved` changed only the place. */
  place: z.enum(['moved', 'elsewhere']).optional(),
  /** Of the base's tests: those that did not pass there; of the base itself: those whose outcome differs. */
  changed: Ids,
  /** The same of the candidate's own proven tests. */
  changedOwn: Ids.optional(),
  /** After further runs: pass in the usual surroundings again, and not at another path, as another user, on another host. */
  moved: Ids.optional(),
  /** After further runs: change only with time zone, locale, order of tests or seed. */
  otherwise: Ids.optional(),
  /** After further runs: change only with the date. */
  dated: Ids.optional(),
});
export type Elsewhere = z.infer<typeof Elsewhere>;

/** One run of base tests with changed expectations: each test has to fail. */
export const ControlRun = z.strictObject({
  changed: Cell,
  /** Null: the command was stopped. */
  exitCode: z.int().nullable(),
});
export type ControlRun = z.infer<typeof ControlRun>;

/** The negative control of one candidate, in workspaces of its own. */
export const ControlRuns = z.strictObject({
  first: ControlRun,
  /** Tests that the candidate made pass, and that certainly reach a changed expectation. */
  targets: Ids,
  /** After a suspicious first run: changed tests and their originals once more, each apart from the other. */
  again: z.array(z.strictObject({ changed: ControlRun, original: Cell })).optional(),
});
export type ControlRuns = z.infer<typeof ControlRuns>;

/** A control of the harness: whether it could be applied in this run, and why not. */
export const Control = z.strictObject({
  id: z.string(),
  state: z.enum(['applied', 'not-applied']),
  reason: z.string(),
});
export type Control = z.infer<typeof Control>;
