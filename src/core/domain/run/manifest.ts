import * as z from 'zod';
import { CandidateName } from '../candidate/candidate.ts';
import { Captured } from '../evidence/evidence.ts';
import { HydraConfig } from '../policy/hydra-config.ts';

/** Raised when the shape of a stored file changes; runs of newer versions are rejected, not guessed at. */
export const RUN_SCHEMA_VERSION = 1;

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'a sha-256 is 64 hexadecimal digits');

/** Path relative to the run folder, with `/` on every platform. */
export const FileDigest = z.strictObject({
  path: z.string().min(1),
  sha256: Sha256,
  bytes: z.int().nonnegative(),
});
export type FileDigest = z.infer<typeof FileDigest>;

/** What a list of runs shows, so that listing opens one file per run. */
export const RunHeadline = z.strictObject({
  base: z.string(),
  winner: z.string().nullable(),
  candidates: z.int().nonnegative(),
});
export type RunHeadline = z.infer<typeof RunHeadline>;

/** `manifest.json`, written last: a run without one never finished. */
export const Manifest = z.strictObject({
  schemaVersion: z.literal(RUN_SCHEMA_VERSION),
  engineVersion: z.string(),
  runId: z.string(),
  startedAt: z.string(),
  finishedAt: z.string(),
  config: HydraConfig,
  headline: RunHeadline,
  files: z.array(FileDigest),
  /** sha-256 of this file's text without this member. */
  digest: Sha256,
});
export type Manifest = z.infer<typeof Manifest>;

/** `run.json`: what was captured apart from the evidence, and the order of the candidates. */
export const RunRemainder = z.strictObject({
  ...Captured.omit({ baseline: true, evidence: true }).shape,
  candidates: z.array(CandidateName),
});
export type RunRemainder = z.infer<typeof RunRemainder>;
