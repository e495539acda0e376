import * as z from 'zod';

/** What keeps tests or builds of a base from running as they would for its authors. */
export const HealthCause = z.enum([
  'wrong-code',
  'missing-program',
  'missing-module',
  'service-refused',
  'service-failed',
  'submodule-missing',
  'lfs-pointer',
  'network',
  'toolchain-version',
  'browser-missing',
  'limit',
  'installation',
]);
export type HealthCause = z.infer<typeof HealthCause>;

/** Begins the reason why tests that import an installed copy of the project have no result. */
export const FOREIGN_ORIGIN = 'the tests run other code than the checkout';

export const HealthFinding = z.strictObject({
  cause: HealthCause,
  /** What was seen. */
  sentence: z.string(),
  /** The setting or command that helps. */
  help: z.string(),
  /** How often it was seen; 1 if it was not counted. */
  times: z.int().positive(),
});
export type HealthFinding = z.infer<typeof HealthFinding>;

/** A requirement that is not installed as it is listed, although everything else is. */
export const NotInstalled = z.strictObject({
  requirement: z.string(),
  /** The file, extra or group that lists it. */
  from: z.string(),
  reason: z.string(),
  /** What was installed in its place; null: nothing. */
  instead: z.string().nullable(),
});
export type NotInstalled = z.infer<typeof NotInstalled>;

/** Whether the base itself builds and passes its tests here, before any candidate is compared with it. */
export const BaseHealth = z.strictObject({
  profile: z.string(),
  /** As one would type them. */
  commands: z.array(z.strictObject({ step: z.string(), command: z.string() })),
  /** `unusable`: it could not be built or tested. */
  level: z.enum(['healthy', 'failing', 'unusable', 'untested']),
  sentence: z.string(),
  tests: z.strictObject({ passed: z.int(), failed: z.int(), skipped: z.int() }).nullable(),
  /** The likeliest cause first. */
  findings: z.array(HealthFinding),
  /** Absent: everything was installed. */
  left_out: z.array(NotInstalled).optional(),
});
export type BaseHealth = z.infer<typeof BaseHealth>;
