import { Command } from 'commander';
import { toContract } from '../../../core/report/json-contract.ts';
import { checkField } from '../../../shell/run/check-field.ts';
import { runEvaluation } from '../../../shell/run/run-evaluation.ts';
import { openTools } from '../../wiring.ts';
import { collect, examples, jsonOption, positiveInteger, repoOption } from '../common-options.ts';
import type { CommandContext } from '../command-context.ts';
import { printEvaluation } from '../evaluation-view.ts';
import { EXIT } from '../exit-codes.ts';
import { printFieldCheck } from '../field-check-view.ts';
import { openProgress } from '../progress-view.ts';
import { type CandidateOptions, readCandidates } from '../read-candidates.ts';

type Options = CandidateOptions & {
  readonly repo: string;
  readonly base: string;
  readonly json?: true;
  readonly config?: string;
  readonly checkOnly?: true;
  readonly jobs?: number;
  readonly keepWorkspaces?: true;
};

const evaluate = async ({ terminal, done }: CommandContext, options: Options): Promise<void> => {
  const tools = await openTools(options.repo);
  const shared = {
    base: options.base,
    candidates: readCandidates(options),
    ...(options.config === undefined ? {} : { configFile: options.config }),
  };
  if (options.checkOnly) {
    const checked = await checkField(tools, shared);
    if (options.json) terminal.print(JSON.stringify(checked, null, 2));
    else printFieldCheck(terminal, checked);
    return done(checked.candidates.some(({ tree }) => tree !== null) ? EXIT.yes : EXIT.no);
  }
  const progress = openProgress(terminal);
  try {
    const evaluation = await runEvaluation(tools, {
      ...shared,
      ...(options.jobs === undefined ? {} : { jobs: options.jobs }),
      keepWorkspaces: options.keepWorkspaces ?? false,
      onProgress: progress.on,
    });
    progress.close();
    if (options.json) terminal.print(JSON.stringify(toContract(evaluation.conclusion), null, 2));
    else printEvaluation(terminal, { ...evaluation, repo: options.repo });
    if (evaluation.kept !== null) terminal.note(`\nWorkspaces are kept in ${evaluation.kept}`);
    done(evaluation.conclusion.winner === null ? EXIT.no : EXIT.yes);
  } finally {
    progress.close();
  }
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Run the same checks on the base and on every candidate, rank them, and say which one to merge and why.',
    )
    .requiredOption('--base <ref>', 'branch, tag or commit that the candidates are changes to')
    .option(
      '--candidate <name=source>',
      'a patch file, a branch or commit, or a folder to compare with the base',
      collect,
      [],
    )
    .option(
      '--candidates <dir>',
      'every .patch in a folder; NAME.json beside it tells how it was made',
      collect,
      [],
    )
    .option(
      '--usage <file>',
      'JSON: how candidates were made, by name (status, duration_ms, tokens, usd, author)',
    )
    .option('--config <file>', "use this file instead of the base's hydra.toml")
    .option('--check-only', 'resolve, plan and apply, but run nothing')
    .option('--jobs <n>', 'checks at a time (default: the number of cores)', positiveInteger)
    .option('--keep-workspaces', 'leave the workspaces in place and say where they are')
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'hydra evaluate --base main --candidates patches/',
        'hydra evaluate --base main --candidate codex=codex.patch --candidate claude=agent/claude',
        'hydra evaluate --base v1.2 --candidate mine=../worktree --json',
      ),
    )
    .action((options: Options) => evaluate(context, options));
