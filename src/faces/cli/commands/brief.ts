import { Command } from 'commander';
import { BRIEF_FORMATS } from '../../../core/report/formats.ts';
import { DEFAULT_TOKENS } from '../../../core/report/analysis/brief-markdown.ts';
import { buildBrief } from '../../../shell/sources/build-brief.ts';
import { openBriefTools } from '../../wiring/wiring-sources.ts';
import type { CommandContext } from '../console/command-context.ts';
import { examples, jsonOption, positiveInteger, repoOption } from '../console/common-options.ts';
import { formatOption, printReport } from '../console/print-report.ts';

type Options = {
  readonly repo: string;
  readonly json?: true;
  readonly format: string;
  readonly tokens: number;
};

/** Below this many files there is no noticeable wait. */
const SILENT_UP_TO = 500;

const brief = async ({ terminal, session }: CommandContext, options: Options): Promise<void> => {
  const tools = await openBriefTools(session, options.repo);
  const onProgress = (done: number, total: number): void => {
    if (total > SILENT_UP_TO) terminal.note(`read ${done} of ${total} files`);
  };
  const { brief: made } = await buildBrief({ ...tools, onProgress });
  printReport(terminal, BRIEF_FORMATS, options, { brief: made, tokens: options.tokens });
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Describe what to know about this repository before changing it: languages, commands, layers, names, tests. The Markdown can serve as context for an agent.',
    )
    .addOption(formatOption(BRIEF_FORMATS).default('markdown'))
    .option(
      '--budget, --tokens <number>',
      'size limit of the Markdown, in tokens of about four characters',
      positiveInteger,
      DEFAULT_TOKENS,
    )
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText('after', examples('hydra brief', 'hydra brief --tokens 500', 'hydra brief --json'))
    .action((options: Options) => brief(context, options));
