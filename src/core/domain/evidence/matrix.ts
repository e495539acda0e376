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
});
export type Pinned = z.infer<typeof Pinned>;

/** A base test that a candidate's source breaks while its own version of the test passes; both by git's names. */
export const ContestedTest = z.strictObject({
  id: z.string(),
  file: z.string(),
  base: z.string(),
  candidate: z.string(),
});
export type ContestedTest = z.infer<typeof ContestedTest>;

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
  cross: z.array(CrossCell),
  contested: z.array(ContestedTest),
});
export type CandidateMatrix = z.infer<typeof CandidateMatrix>;

/** What became of tests that pass in the usual surroundings when they ran in others. */
export const Elsewhere = z.strictObject({
  /** Of the base's tests: those that did not pass there; of the base itself: those whose outcome differs. */
  changed: Ids,
  /** The same of the candidate's own proven tests. */
  changedOwn: Ids.optional(),
  /** After further runs: pass in the usual surroundings again, and not at another path, as another user, on another host. */
  moved: Ids.optional(),
  /** After further runs: change only with time zone, locale, order of tests or seed. */
  otherwise: Ids.optional(),
});
export type Elsewhere = z.infer<typeof Elsewhere>;

/** A control of the harness: whether it could be applied in this run, and why not. */
export const Control = z.strictObject({
  id: z.string(),
  state: z.enum(['applied', 'not-applied']),
  reason: z.string(),
});
export type Control = z.infer<typeof Control>;
