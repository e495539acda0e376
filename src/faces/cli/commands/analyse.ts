import { Command } from 'commander';
import { ANALYSIS_FORMATS } from '../../../core/report/formats.ts';
import { analyseWorkTree } from '../../../shell/assess/analyse-work-tree.ts';
import { openTools } from '../../wiring/wiring.ts';
import type { CommandContext } from '../command-context.ts';
import { examples, jsonOption, repoOption } from '../common-options.ts';
import { formatOption, printReport } from '../print-report.ts';

type Options = {
  readonly repo: string;
  readonly json?: true;
  readonly format: string;
  readonly diff?: string;
  readonly programs: boolean;
  readonly install?: true;
};

const analyse = async (
  { terminal }: CommandContext,
  files: readonly string[],
  options: Options,
): Promise<void> => {
  const { diff, programs, install = false } = options;
  const tools = await openTools(options.repo);
  try {
    const analysis = await analyseWorkTree(tools, {
      files,
      programs,
      install,
      ...(diff === undefined ? {} : { diff }),
    });
    printReport(terminal, ANALYSIS_FORMATS, options, analysis);
  } finally {
    tools.close();
  }
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Quality and security of a change, as a benchmark scores them: findings in changed lines, complexity of the functions touched, maintainability of the files. Without --diff the files that are named, whole; without files what differs from HEAD.',
    )
    .argument('[files...]', 'files and folders from the top of the repository')
    .option('--diff <ref>', 'only what changed since this ref; A..B compares two commits')
    .addOption(formatOption(ANALYSIS_FORMATS).default('text'))
    .option('--no-programs', 'ask no linter or scanner of this machine, only those that come with Hydra')
    .option(
      '--install',
      "install dependencies in the sandboxed copy first, so that the repository's eslint is there",
    )
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'hydra analyse',
        'hydra analyse --diff main',
        'hydra analyse src/cart.py',
        'hydra analyse --diff main --format sarif > hydra.sarif',
      ),
    )
    .action((files: readonly string[], options: Options) => analyse(context, files, options));
