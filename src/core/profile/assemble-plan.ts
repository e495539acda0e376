import type { Check, CheckKind } from '../domain/check/check.ts';
import type { HydraConfig, ProfileId } from '../domain/policy/hydra-config.ts';
import type { CheckPlan, InstallPlan } from '../domain/source/repo-facts.ts';
import type { ProfileEnvironment, Proposal, Purpose } from '../languages/parts/profile.ts';
import { checkEnvironment, installEnvironment } from './environment.ts';
import { readableCommand, type ReadableCommand } from './readable-command.ts';
import { servicePrelude } from './service-prelude.ts';
import { reportSetting } from './report-setting.ts';

const DEFAULT_SECONDS = {
  install: 900,
  build: 300,
  test: 600,
  lint: 300,
  types: 300,
  security: 300,
} as const;

/** A proposal, the profile that made it, and the variables that its commands may see. */
export type ProposedBy = {
  readonly profile: ProfileId | 'custom';
  readonly environment: ProfileEnvironment;
  readonly proposal: Proposal;
};

export const assemblePlan = (
  { profile, environment, proposal }: ProposedBy,
  config: HydraConfig,
): CheckPlan => {
  const test = chooseReadable('test', proposal, config);
  const lint = chooseReadable('lint', proposal, config);
  const types = chooseReadable('types', proposal, config);
  const checks = [
    ...buildChecks(proposal, config),
    ...(test === null ? [] : [toCheck('test', test, proposal, config)]),
    ...(lint === null ? [] : [toCheck('lint', lint, proposal, config)]),
    ...(types === null ? [] : [toCheck('types', types, proposal, config)]),
    ...securityChecks(proposal, config),
  ];
  const install = chooseInstall(proposal, environment, config);
  const build = config.scoring.commands.build ?? proposal.build;
  const commands = {
    install: install?.command,
    build: build || undefined,
    test: test?.plain,
    lint: lint?.plain,
    types: types?.plain,
  };
  return {
    profile,
    packageManager: proposal.packageManager,
    testRunner: test?.tool ?? null,
    install,
    checks,
    ...recompileCheck(proposal, config),
    selectTests:
      test === null || test.select === null
        ? null
        : { command: proposal.prelude + servicePrelude(config.services, 'test') + test.select },
    hiddenPrelude: servicePrelude(config.services, 'test'),
    commands: Object.fromEntries(Object.entries(commands).filter(([, command]) => command !== undefined)),
    environment: checkEnvironment(environment, config),
    notes: [
      ...notesOf(proposal, config),
      ...(test?.notes ?? []),
      ...(lint?.notes ?? []),
      ...(types?.notes ?? []),
      ...gradientNotes(config),
    ],
  };
};

export const timeoutMs = (kind: CheckKind | 'install', { scoring }: HydraConfig): number => {
  const shared = kind === 'install' || kind === 'security' ? undefined : scoring.timeout_per_check_seconds;
  return Math.ceil((scoring.timeouts[kind] ?? shared ?? DEFAULT_SECONDS[kind]) * 1000);
};

type Chosen = ReadableCommand & { readonly origin: Check['origin'] };

const chooseReadable = (purpose: Purpose, proposal: Proposal, config: HydraConfig): Chosen | null => {
  const own = config.scoring.commands[purpose];
  const setting = config.scoring.reports[purpose];
  if (own === false) return null;
  const wanted = own === undefined ? proposal[purpose] : (proposal.read?.(own) ?? own);
  if (wanted === null || wanted === undefined) return null;
  const chosen = readableCommand(purpose, wanted);
  const origin = own === undefined ? 'profile' : 'config';
  if (setting === undefined) return { ...chosen, origin };
  return { ...chosen, ...reportSetting(setting), command: chosen.plain, select: null, notes: [], origin };
};

type Runnable = Pick<Chosen, 'command' | 'parser' | 'report' | 'origin'> & {
  readonly name?: string;
  readonly plain?: string;
};

/** An incompatible reporter must not be the cause of a failure. */
const plainOf = (kind: CheckKind, { plain, command, report }: Runnable): string | undefined =>
  kind === 'test' && report.from === 'report-file' && plain !== command ? plain : undefined;

const toCheck = (kind: CheckKind, from: Runnable, proposal: Proposal, config: HydraConfig): Check => {
  const plain = plainOf(kind, from);
  const prelude = proposal.prelude + servicePrelude(config.services, kind);
  return {
    kind,
    name: from.name ?? kind,
    command: prelude + from.command,
    ...(plain === undefined ? {} : { plain: prelude + plain }),
    timeoutMs: timeoutMs(kind, config),
    parser: from.parser,
    report: from.report,
    env: { ...proposal.env },
    origin: from.origin,
  };
};

const byExitCode = (command: string, origin: Check['origin']): Runnable => ({
  command,
  parser: null,
  report: { from: 'log' },
  origin,
});

const buildChecks = (proposal: Proposal, config: HydraConfig): Check[] => {
  const { commands, build_mode, build_targets } = config.scoring;
  const targets = Object.entries(build_targets);
  if (commands.build === false) return [];
  if (build_mode === 'gradient' && targets.length > 0) {
    return targets.map(([name, command]) =>
      toCheck('build', { ...byExitCode(command, 'config'), name }, proposal, config),
    );
  }
  if (commands.build !== undefined)
    return [toCheck('build', byExitCode(commands.build, 'config'), proposal, config)];
  return proposal.build === null
    ? []
    : [toCheck('build', byExitCode(proposal.build, 'profile'), proposal, config)];
};

const recompileCheck = (proposal: Proposal, config: HydraConfig): Pick<CheckPlan, 'recompile'> => {
  const { recompile: command } = proposal;
  if (command === undefined) return {};
  return {
    recompile: toCheck('build', { ...byExitCode(command, 'profile'), name: 'recompile' }, proposal, config),
  };
};

const securityChecks = (proposal: Proposal, config: HydraConfig): Check[] => {
  const { command } = config.scoring.security;
  return command === undefined ? [] : [toCheck('security', byExitCode(command, 'config'), proposal, config)];
};

/** A configured command may read anything, so only runs on the same base share its result. */
const chooseInstall = (
  proposal: Proposal,
  environment: ProfileEnvironment,
  config: HydraConfig,
): InstallPlan | null => {
  const own = config.scoring.commands.install;
  const install =
    own === undefined ? proposal.install : own === false ? null : { command: own, scope: 'tree' as const };
  if (install === null) return null;
  const compiles = proposal.install?.compiles ?? [];
  const warmUp = proposal.install?.warmUp;
  return {
    ...install,
    ...(warmUp === undefined ? {} : { warmUp }),
    ...(compiles.length === 0 ? {} : { compiles }),
    manifests: proposal.manifests,
    network: config.checks.install.network ?? true,
    timeoutMs: timeoutMs('install', config),
    env: withoutOffline(proposal.env),
    environment: installEnvironment(environment, config),
  };
};

/** Checks work offline; the installation makes that possible. */
const withoutOffline = (env: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.endsWith('_OFFLINE')));

/** Notes on what the user has configured are left out. */
const notesOf = ({ notes }: Proposal, { scoring }: HydraConfig): string[] =>
  notes
    .filter(({ about }) => {
      if (about === 'plan') return true;
      if (about === 'security') return scoring.security.command === undefined;
      const targets =
        about === 'build' &&
        scoring.build_mode === 'gradient' &&
        Object.keys(scoring.build_targets).length > 0;
      return scoring.commands[about] === undefined && !targets;
    })
    .map(({ text }) => text);

const gradientNotes = ({ scoring }: HydraConfig): string[] => {
  const targets = Object.keys(scoring.build_targets).length;
  if (scoring.build_mode === 'gradient' && targets === 0) {
    return ['build_mode is "gradient" but [scoring.build_targets] is empty: the build counts as one target'];
  }
  return scoring.build_mode === 'binary' && targets > 0
    ? ['[scoring.build_targets] is ignored while build_mode is "binary"']
    : [];
};
