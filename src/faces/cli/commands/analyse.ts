import { Command, Option } from 'commander';
import { ANALYSIS_FORMATS } from '../../../core/report/formats.ts';
import { analyseWorkTree } from '../../../shell/assess/analyse-work-tree.ts';
import { openTools } from '../../wiring/wiring.ts';
import { abortCommandOnSignal } from '../console/abort-on-signal.ts';
import type { CommandContext } from '../console/command-context.ts';
import { examples, jsonOption, repoOption } from '../console/common-options.ts';
import { formatOption, printReport } from '../console/print-report.ts';

type Options = {
  readonly repo: string;
  readonly json?: true;
  readonly format: string;
  readonly diff?: string;
  readonly programs: boolean;
  readonly install?: true;
  readonly formula: 'change' | 'absolute';
};

const analyse = async (
  { terminal, session }: CommandContext,
  files: readonly string[],
  options: Options,
  signal: AbortSignal,
): Promise<void> => {
  const { diff, programs, install = false, formula } = options;
  const analysis = await analyseWorkTree(await openTools(session, options.repo, signal), {
    files,
    programs,
    install,
    formula,
    ...(diff === undefined ? {} : { diff }),
  });
  printReport(terminal, ANALYSIS_FORMATS, options, analysis);
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Measure quality and security of a change as the benchmark scores them: findings in changed lines, complexity and maintainability of the changed functions, against the base. Without --diff, analyse whole files; without files, what differs from HEAD.',
    )
    .argument('[files...]', 'files and folders, relative to the top of the repository')
    .option('--diff <ref>', 'only what changed since this ref; A..B compares two commits')
    .addOption(formatOption(ANALYSIS_FORMATS).default('text'))
    .option('--no-programs', 'use only the bundled linters and scanners, none from this machine')
    .option(
      '--install',
      "install dependencies in the sandboxed copy first, so that the repository's eslint is available",
    )
    .addOption(
      new Option(
        '--formula <name>',
        'how quality is scored: what the change adds to its base, or the absolute values of what it touches',
      )
        .choices(['change', 'absolute'])
        .default('change'),
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
    .action((files: readonly string[], options: Options) =>
      abortCommandOnSignal(context, (signal) => analyse(context, files, options, signal)),
    );
