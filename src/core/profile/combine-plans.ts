import { severalCommand } from '../commands/several-parts.ts';
import type { Check, CheckKind, ReportSource } from '../domain/check/check.ts';
import { type CommandPart, inFolder, PART, parserIn, severalParsers } from '../domain/check/command-part.ts';
import { shellQuote } from '../domain/check/shell-quote.ts';
import { LANGUAGES } from '../languages/languages.ts';
import { pathIn } from '../domain/source/path-parts.ts';
import type { CheckPlan, InstallPlan } from '../domain/source/repo-facts.ts';

export type PlanOfFolder = { readonly folder: string; readonly plan: CheckPlan };

type CheckOfFolder = { readonly folder: string; readonly check: Check };

const reportBelow = (folder: string, report: ReportSource): ReportSource =>
  report.from === 'workspace-files' ? { ...report, pattern: pathIn(folder, report.pattern) } : report;

const checkIn = ({ folder, check }: CheckOfFolder): Check => ({
  ...check,
  command: inFolder(folder, check.command),
  ...(check.plain === undefined ? {} : { plain: inFolder(folder, check.plain) }),
  parser: check.parser === null ? null : parserIn(check.parser, folder),
  report: reportBelow(folder, check.report),
});

type Environment = Readonly<Record<string, string>>;

/** Variables that projects set to different values, such as GOFLAGS: each sets its own. */
const differing = (environments: readonly Environment[]): ReadonlySet<string> =>
  new Set(
    environments.flatMap((one) =>
      Object.entries(one).flatMap(([name, value]) =>
        environments.some((other) => Object.hasOwn(other, name) && other[name] !== value) ? [name] : [],
      ),
    ),
  );

const withOwn = (command: string, env: Environment, names: ReadonlySet<string>): string =>
  Object.entries(env)
    .filter(([name]) => names.has(name))
    .map(([name, value]) => `export ${name}=${shellQuote(value)}; `)
    .join('') + command;

/** What the projects share. */
const shared = (environments: readonly Environment[], names: ReadonlySet<string>): Record<string, string> =>
  Object.fromEntries(environments.flatMap(Object.entries<string>).filter(([name]) => !names.has(name)));

const partOf = ({ folder, check }: CheckOfFolder, own: ReadonlySet<string>): CommandPart => ({
  folder,
  command: withOwn(check.command, check.env, own),
  plain: check.plain === undefined ? undefined : withOwn(check.plain, check.env, own),
  report: check.report,
});

const numbered = (parts: readonly CommandPart[]) => parts.map((part, at) => ({ ...part, number: at + 1 }));

/** One check that runs those of all projects; its report is the reports of all. */
const joinChecks = (checks: readonly CheckOfFolder[]): Check[] => {
  const [first] = checks;
  if (first === undefined) return [];
  if (checks.length === 1) return [checkIn(first)];
  const { kind, name, origin } = first.check;
  const environments = checks.map(({ check }) => check.env);
  const own = differing(environments);
  const readable = checks.every(({ check }) => check.parser !== null);
  return [
    {
      kind,
      name,
      origin,
      command: severalCommand(numbered(checks.map((one) => partOf(one, own)))),
      timeoutMs: checks.reduce((sum, { check }) => sum + check.timeoutMs, 0),
      parser: readable
        ? severalParsers(checks.map(({ folder, check }) => parserIn(check.parser ?? 'auto', folder)))
        : null,
      report: { from: 'report-file', name: `${PART}*` },
      env: shared(environments, own),
    },
  ];
};

/** A project whose dependencies cannot be installed fails only its own tests. */
const joinInstalls = (plans: readonly PlanOfFolder[]): InstallPlan | null => {
  const installs = plans.flatMap(({ folder, plan }) =>
    plan.install === null ? [] : [{ folder, install: plan.install }],
  );
  const [first] = installs;
  if (first === undefined) return null;
  const compiles = [...new Set(installs.flatMap(({ install }) => install.compiles ?? []))];
  const warmUps = [...new Set(installs.flatMap(({ install }) => install.warmUp ?? []))];
  const environments = installs.map(({ install }) => install.env);
  const own = differing(environments);
  const programs = installs.map(({ install }) => install.programs);
  const command =
    installs.length === 1
      ? inFolder(first.folder, first.install.command)
      : `done=0\n${installs.map(({ folder, install }) => `( ${inFolder(folder, withOwn(install.command, install.env, own))}\n) && done=1 || echo hydra: the installation of ${shellQuote(folder || 'the root')} failed >&2\n`).join('')}[ $done = 1 ]`;
  return {
    command,
    manifests: installs.flatMap(({ folder, install }) =>
      install.manifests.map((path) => pathIn(folder, path)),
    ),
    scope: installs.some(({ install }) => install.scope === 'tree') ? 'tree' : 'manifests',
    ...(compiles.length === 0 ? {} : { compiles }),
    ...(warmUps.length === 0 ? {} : { warmUp: warmUps.join('\n') }),
    network: installs.some(({ install }) => install.network),
    timeoutMs: installs.reduce((sum, { install }) => sum + install.timeoutMs, 0),
    env: shared(environments, own),
    environment: [...new Set(installs.flatMap(({ install }) => install.environment))],
    programs: allKnown(programs),
  };
};

const allKnown = (lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined =>
  lists.includes(undefined) ? undefined : [...new Set(lists.flatMap((list) => list ?? []))].sort();

const KINDS: readonly CheckKind[] = ['build', 'test', 'lint', 'types', 'security'];

/** By kind, the checks of all projects that have one. */
const checksOf = (plans: readonly PlanOfFolder[], wanted: CheckKind): readonly CheckOfFolder[] =>
  plans.flatMap(({ folder, plan }) => {
    const check = plan.checks.find(({ kind }) => kind === wanted);
    return check === undefined ? [] : [{ folder, check }];
  });

/** Extensions of a profile's language. */
const extensionsOf = (profile: string): readonly string[] =>
  LANGUAGES.filter(({ profiles }) => profiles.some(({ id }) => id === profile)).flatMap(
    ({ grammars, otherExtensions }) => [...Object.keys(grammars), ...otherExtensions],
  );

/** Runs only some test files, if every project can do that. */
const selectIn = (plans: readonly PlanOfFolder[]): CheckPlan['selectTests'] => {
  const tested = plans.filter(({ plan }) => plan.checks.some(({ kind }) => kind === 'test'));
  const own = differing(checksOf(plans, 'test').map(({ check }) => check.env));
  const parts = tested.flatMap(({ folder, plan }): CommandPart[] => {
    const select = plan.selectTests;
    const check = plan.checks.find(({ kind }) => kind === 'test');
    if (select === null || !('command' in select) || check === undefined) return [];
    const several = tested.filter((one) => one.folder === folder).length > 1;
    const extensions = several ? { extensions: extensionsOf(plan.profile) } : {};
    return [
      { folder, command: withOwn(select.command, check.env, own), report: check.report, ...extensions },
    ];
  });
  return parts.length > 0 && parts.length === tested.length ? { parts } : null;
};

const commandsOf = (plans: readonly PlanOfFolder[]): CheckPlan['commands'] => {
  const commands: Record<string, string> = {};
  for (const { folder, plan } of plans)
    for (const [kind, command] of Object.entries(plan.commands)) {
      const here = inFolder(folder, command);
      const own = plans.length > 1 ? `(${here})` : here;
      commands[kind] = Object.hasOwn(commands, kind) ? `${commands[kind]} && ${own}` : own;
    }
  return commands;
};

const place = ({ folder, plan }: PlanOfFolder): string =>
  `${plan.profile} in ${folder === '' ? 'the root' : folder}`;

/** The plans of several folders as one: each check runs in the folders that have it. */
export const combinePlans = (plans: readonly PlanOfFolder[]): CheckPlan => {
  const first = plans[0]!.plan;
  const [recompile] = joinChecks(
    plans.flatMap(({ folder, plan }) =>
      plan.recompile === undefined ? [] : [{ folder, check: plan.recompile }],
    ),
  );
  const programs = allKnown(plans.map(({ plan }) => plan.programs));
  return {
    profile: first.profile,
    packageManager: first.packageManager,
    testRunner: first.testRunner,
    install: joinInstalls(plans),
    checks: KINDS.flatMap((kind) => joinChecks(checksOf(plans, kind))),
    ...(recompile === undefined ? {} : { recompile }),
    selectTests: selectIn(plans),
    ...(first.hiddenPrelude === undefined ? {} : { hiddenPrelude: first.hiddenPrelude }),
    projects: plans.map(({ folder, plan }) => ({ folder, profile: plan.profile })),
    commands: commandsOf(plans),
    environment: [...new Set(plans.flatMap(({ plan }) => plan.environment))],
    notes: [
      `runs ${plans.map(place).join(' and ')} (set [scoring] projects to choose)`,
      ...new Set(plans.flatMap(({ plan }) => plan.notes)),
    ],
    ...(programs === undefined ? {} : { programs }),
  };
};
