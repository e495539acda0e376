import { z } from 'zod';
import { RacePolicy } from './race-policy.ts';

const Command = z.string().min(1);
const Seconds = z.number().positive().max(86_400);

export const PROFILE_IDS = ['js-node', 'python', 'rust', 'go', 'java-maven', 'java-gradle'] as const;
export const ProfileId = z.enum(PROFILE_IDS);
export type ProfileId = z.infer<typeof ProfileId>;

/** `false` switches a step off that the profile would run. */
const CommandOrOff = z.union([Command, z.literal(false)]);

const Commands = z.strictObject({
  install: CommandOrOff.optional(),
  build: CommandOrOff.optional(),
  test: CommandOrOff.optional(),
  lint: CommandOrOff.optional(),
});

const Timeouts = z.strictObject({
  install: Seconds.optional(),
  build: Seconds.optional(),
  test: Seconds.optional(),
  lint: Seconds.optional(),
  security: Seconds.optional(),
});

/** How the output of a command of one's own is read: a parser's id, and the file where it is not the log. */
const ReportSetting = z.strictObject({ format: z.string().min(1), path: z.string().min(1).optional() });

const Scoring = z.strictObject({
  profile: ProfileId.optional(),
  timeout_per_check_seconds: Seconds.optional(),
  ...RacePolicy.shape,
  commands: Commands.prefault({}),
  timeouts: Timeouts.prefault({}),
  security: z.strictObject({ command: Command.optional() }).prefault({}),
  reports: z.strictObject({ test: ReportSetting.optional(), lint: ReportSetting.optional() }).prefault({}),
  build_targets: z.record(z.string().min(1), Command).default({}),
});

const CheckSettings = z.strictObject({
  network: z.boolean().optional(),
  env: z.array(z.string().min(1)).default([]),
});

/** `hydra.toml`, whole. Read from the base commit, never from a candidate. */
export const HydraConfig = z.strictObject({
  scoring: Scoring.prefault({}),
  checks: z
    .strictObject({
      install: CheckSettings.prefault({}),
      build: CheckSettings.prefault({}),
      test: CheckSettings.prefault({}),
      lint: CheckSettings.prefault({}),
      security: CheckSettings.prefault({}),
    })
    .prefault({}),
});
export type HydraConfig = z.infer<typeof HydraConfig>;
