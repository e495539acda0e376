import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { UserError } from '../../../shell/errors/user-error.ts';
import type { CommandContext } from '../console/command-context.ts';
import { examples, repoOption } from '../console/common-options.ts';

type Options = { readonly repo: string; readonly html: string; readonly bench?: string };

const report = async (
  { terminal, session }: CommandContext,
  wanted: string,
  { html: file, ...options }: Options,
): Promise<void> => {
  const { htmlReport } = await import('../../serve/html-report.ts');
  const { html, run, missing } = await htmlReport(session, wanted, options);
  try {
    writeFileSync(file, html);
  } catch (error) {
    throw new UserError('report-file', `${file} cannot be written: ${String(error)}`, 'Choose another file.');
  }
  terminal.print(`Run ${run} is in ${file} (${(html.length / 1e6).toFixed(1)} MB).`);
  if (missing.length > 0)
    terminal.note(`There was no room for ${missing.join(', ')}; hydra show ${run} --web shows them.`);
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Write one run as a single HTML file: the pages of the web app with their data, to open without a server.',
    )
    .argument('<run>', 'id, unique prefix of an id, or latest')
    .requiredOption('--html <file>', 'the file to write')
    .option('--bench <dir>', 'folder of benchmark runs (default: .hydra/bench of the repository)')
    .addOption(repoOption())
    .addHelpText('after', examples('hydra report latest --html report.html'))
    .action((run: string, options: Options) => report(context, run, options));
