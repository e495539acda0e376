import * as z from 'zod';
import { PROFILE_IDS } from '../../languages/profile-ids.ts';
import { AgentDefinitions } from '../agent/agent-definition.ts';
import { BenchmarkPolicy } from '../bench/benchmark-policy.ts';
import { CheckLimits } from '../check/check-limits.ts';
import { DecisionPolicy } from './decision-policy.ts';
import { ExperimentPolicy } from '../experiment/experiment-policy.ts';
import { JudgesPolicy } from './judges-policy.ts';
import { ProbePolicy } from './probe-policy.ts';
import { RacePolicy } from './race-policy.ts';
import { SandboxPolicy } from './sandbox-policy.ts';
import { SelectionPolicy } from './selection-policy.ts';
import { ServicesPolicy } from './services-policy.ts';
import { TrustPolicy } from './trust-policy.ts';

const Command = z.string().min(1);
/** `false` disables a step that the profile would run. */
const CommandOrOff = z.union([Command, z.literal(false)]);
const Seconds = z.number().positive().max(86_400);

export const ProfileId = z.enum(PROFILE_IDS);
export type ProfileId = z.infer<typeof ProfileId>;

const Commands = z.strictObject({
  install: CommandOrOff.optional().describe(
    'Installs dependencies, once for all candidates; false: nothing to install.',
  ),
  build: CommandOrOff.optional().describe('Builds the project; false: there is no build dimension.'),
  test: CommandOrOff.optional().describe('Runs the tests; false: there is no tests dimension.'),
  lint: CommandOrOff.optional().describe('Runs the linter; false: there is no lint dimension.'),
  types: CommandOrOff.optional().describe('Checks the types; false: there is no type check.'),
});

const Timeouts = z.strictObject({
  install: Seconds.optional().describe('Seconds for installing dependencies; 900 by default.'),
  build: Seconds.optional().describe('Seconds for the build; 300 by default.'),
  test: Seconds.optional().describe('Seconds for the tests; 600 by default.'),
  lint: Seconds.optional().describe('Seconds for the linter; 300 by default.'),
  types: Seconds.optional().describe('Seconds for the type check; 300 by default.'),
  security: Seconds.optional().describe('Seconds for the security command; 300 by default.'),
});

/** How the output of a custom command is read: a parser's id, and the file if it is not the log. */
const ReportSetting = z.strictObject({
  format: z.string().min(1).describe('Name of the format, such as junit, tap, ctrf or sarif.'),
  path: z
    .string()
    .min(1)
    .optional()
    .describe(
      'File of the report, relative to the repository or below $HYDRA_REPORT_DIR; absent: the output.',
    ),
});

const Scoring = z.strictObject({
  profile: ProfileId.optional().describe(
    'Preset of commands for a language; absent: detected from the files.',
  ),
  projects: z
    .array(
      z
        .string()
        .regex(
          /^(?:\.|(?!\.\.?(?:\/|$))[\w.@][\w.@-]*(?:\/(?!\.\.?(?:\/|$))[\w.@-]+)*)$/,
          'a folder of the repository, or "."',
        ),
    )
    .min(1)
    .optional()
    .describe(
      'Folders of the projects to run, "." for the root; absent: the root, or those below it that candidates change.',
    ),
  timeout_per_check_seconds: Seconds.optional().describe(
    'Replaces the default timeouts of build, test, lint and types; [scoring.timeouts] takes precedence.',
  ),
  ...RacePolicy.shape,
  quality_formula: z
    .enum(['change', 'absolute'])
    .optional()
    .describe(
      'How quality is scored: what a change adds to its base (absent), or the absolute values of what it touches.',
    ),
  commands: Commands.prefault({}).describe('Commands that replace those of the profile.'),
  timeouts: Timeouts.prefault({}).describe('Seconds until a command is stopped.'),
  security: z
    .strictObject({
      command: Command.optional().describe('Must exit with 0 for a candidate to be mergeable.'),
    })
    .prefault({})
    .describe('The optional security gate.'),
  reports: z
    .strictObject({
      test: ReportSetting.optional().describe('How the results of the test command are read.'),
      lint: ReportSetting.optional().describe('How the findings of the lint command are read.'),
      types: ReportSetting.optional().describe('How the findings of the type check are read.'),
    })
    .prefault({})
    .describe('How results of commands are read if Hydra does not recognise the tool.'),
  build_targets: z
    .record(z.string().min(1), Command)
    .default({})
    .describe('Commands by target name for build_mode = "gradient": the score is the share that passes.'),
});

const CheckSettings = z.strictObject({
  network: z
    .boolean()
    .optional()
    .describe('Whether the command may use the network; absent: the installation may, checks may not.'),
  env: z
    .array(z.string().min(1))
    .default([])
    .describe('Names of your environment variables that are passed through.'),
});

/** All of `hydra.toml`. Read from the base commit, never from a candidate. */
export const HydraConfig = z.strictObject({
  scoring: Scoring.prefault({}).describe('What is run and how it is scored.'),
  checks: z
    .strictObject({
      install: CheckSettings.prefault({}).describe('What the installation may use.'),
      build: CheckSettings.prefault({}).describe('What the build may use.'),
      test: CheckSettings.prefault({}).describe('What the tests may use.'),
      lint: CheckSettings.prefault({}).describe('What the linter may use.'),
      types: CheckSettings.prefault({}).describe('What the type check may use.'),
      security: CheckSettings.prefault({}).describe('What the security command may use.'),
      limits: CheckLimits.prefault({}).describe('Resources of your machine that one command may use.'),
      within_minutes: z
        .number()
        .positive()
        .optional()
        .describe(
          'After this time no further examination begins: the negative control, tests in other surroundings and probes are left out, and the evidence is weak. Absent: no limit.',
        ),
    })
    .prefault({})
    .describe('What commands may use on your machine.'),
  services: ServicesPolicy.default({}).describe(
    'Programs that checks talk to, such as a database, by name; started with every command that needs them.',
  ),
  sandbox: SandboxPolicy.prefault({}).describe('What isolates commands from your machine.'),
  trust: TrustPolicy.prefault({}).describe('How far candidates are trusted.'),
  decision: DecisionPolicy.prefault({}).describe('When a winner is named.'),
  probe: ProbePolicy.prefault({}).describe('How the behaviour of candidates is compared beyond their tests.'),
  experiment: ExperimentPolicy.prefault({}).describe('How configurations of an agent are compared.'),
  benchmark: BenchmarkPolicy.prefault({}).describe('How runs of hydra bench are scored and ranked.'),
  selection: SelectionPolicy.prefault({}).describe(
    'The task of the candidates, and the models that may compare them.',
  ),
  judges: JudgesPolicy.prefault({}).describe('Models that review changes, if scoring weighs human_like.'),
  agents: AgentDefinitions.default({}).describe('Your own programs that work as agents, by name.'),
});
export type HydraConfig = z.infer<typeof HydraConfig>;
