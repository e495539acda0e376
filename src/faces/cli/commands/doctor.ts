import { Command } from 'commander';
import { printableLine } from '../../../core/report/text/printable.ts';
import type { Diagnosis } from '../../../shell/ports/diagnosis.ts';
import { diagnoseMachine } from '../../wiring/wiring-doctor.ts';
import type { CommandContext } from '../console/command-context.ts';
import { examples, jsonOption, repoOption } from '../console/common-options.ts';
import { EXIT } from '../console/exit-codes.ts';
import type { Terminal } from '../console/terminal.ts';

const TITLES = {
  core: 'Needed',
  isolation: 'Isolation, each claim tested',
  repository: 'This repository',
  toolchains: 'Toolchains',
  agents: 'Agents for races, benchmarks and experiments',
} as const;

const markOf = ({ paint }: Terminal, state: Diagnosis['state']): string =>
  ({ ok: paint.good('✓'), degraded: paint.warn('!'), missing: paint.bad('✗'), absent: paint.dim('–') })[
    state
  ];

const printGroup = (terminal: Terminal, group: Diagnosis['group'], all: readonly Diagnosis[]): void => {
  const { print, paint } = terminal;
  print(paint.bold(TITLES[group]));
  for (const diagnosis of all.filter((one) => one.group === group)) {
    const { what, state, detail, fix } = diagnosis;
    print(`  ${markOf(terminal, state)} ${what.padEnd(60)} ${paint.dim(printableLine(detail))}`);
    if (state !== 'ok' && fix !== '') print(`      ${paint.accent(fix)}`);
  }
};

const summary = ({ paint }: Terminal, all: readonly Diagnosis[]): string => {
  if (all.some(({ state }) => state === 'missing')) return paint.bad('A required program is missing.');
  if (all.some(({ state }) => state === 'degraded'))
    return paint.warn('Hydra works, but degraded: merging needs --allow-degraded.');
  return paint.good('Everything is in place: candidates run sandboxed.');
};

type Options = { readonly repo: string; readonly json?: true };

const doctor = async ({ terminal, done }: CommandContext, options: Options): Promise<void> => {
  const all = await diagnoseMachine(options.repo);
  if (options.json) terminal.print(JSON.stringify(all, null, 2));
  else {
    for (const group of ['core', 'isolation', 'repository', 'toolchains', 'agents'] as const)
      if (all.some((one) => one.group === group)) printGroup(terminal, group, all);
    terminal.print(`\n${summary(terminal, all)}`);
  }
  done(all.some(({ state }) => state === 'missing') ? EXIT.infrastructure : EXIT.yes);
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Report what is installed, what is degraded without it, and what to install. The sandbox is tested, not assumed.',
    )
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText('after', examples('hydra doctor', 'hydra doctor --json'))
    .action((options: Options) => doctor(context, options));
