import { Command } from 'commander';
import { printableLine } from '../../../core/report/text/printable.ts';
import type { RunSummary } from '../../../shell/ports/run-store.ts';
import { openArchive } from '../../wiring/wiring.ts';
import type { CommandContext } from '../console/command-context.ts';
import { examples, jsonOption, repoOption } from '../console/common-options.ts';
import type { Terminal } from '../console/terminal.ts';

const runLine = ({ paint }: Terminal, run: RunSummary): string => {
  const when = run.startedAt.replace('T', ' ').slice(0, 16);
  const what = run.state === 'complete' ? (run.winner ?? 'no winner') : (run.reason ?? run.state);
  const painted =
    run.state !== 'complete' ? paint.warn(what) : run.winner === null ? paint.bad(what) : paint.good(what);
  const count = run.candidates === null ? '' : `${run.candidates} candidates`;
  return `${run.id}  ${paint.dim(when)}  ${printableLine(run.base ?? '?')
    .slice(0, 20)
    .padEnd(20)}  ${count.padEnd(14)}  ${painted}`;
};

const runs = async (
  { terminal }: CommandContext,
  options: { readonly repo: string; readonly json?: true },
): Promise<void> => {
  const store = await openArchive(options.repo);
  const listed = await store.list();
  if (options.json) return terminal.print(JSON.stringify(listed, null, 2));
  if (listed.length === 0)
    return terminal.print('No runs yet. Start with: hydra evaluate --base main --candidates DIR');
  for (const run of listed) terminal.print(runLine(terminal, run));
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description('List the stored runs of this repository, newest first.')
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText('after', examples('hydra runs', 'hydra runs --json'))
    .action((options) => runs(context, options));
