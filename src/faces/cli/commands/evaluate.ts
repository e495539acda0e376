import { Command } from 'commander';
import { EVALUATION_FORMATS } from '../../../core/report/formats.ts';
import { recallVerdict } from '../../../shell/evaluate/recall/recall-evaluation.ts';
import { UserError } from '../../../shell/errors/user-error.ts';
import { openRecall } from '../../wiring/wiring-recall.ts';
import type { CommandContext } from '../command-context.ts';
import { collect, examples, jsonOption, positiveInteger, repoOption } from '../common-options.ts';
import { formatOption } from '../print-report.ts';
import { type EvaluateOptions, questionOf } from '../evaluate-options.ts';
import { printEvaluation } from '../views/evaluation-view.ts';
import { exitOf } from '../exit-codes.ts';

const refuseMixture = ({
  resume,
  repo: _repo,
  json: _json,
  format: _format,
  ...others
}: EvaluateOptions): void => {
  const given = Object.values(others).filter((value) => (Array.isArray(value) ? value.length > 0 : true));
  if (resume === undefined || given.length === 0) return;
  throw new UserError(
    'resume-alone',
    'A run is resumed as it was asked for',
    'Leave --resume RUN alone, with --repo and --json at most.',
  );
};

/** What is wrong with the question is said by whoever would run it. */
const recall = async (options: EvaluateOptions) => {
  if (options.fresh || options.checkOnly || options.resume !== undefined) return null;
  try {
    const { tools, load } = await openRecall(options.repo);
    return await recallVerdict(tools, questionOf(options), load);
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
};

const evaluate = async (context: CommandContext, options: EvaluateOptions): Promise<void> => {
  const { terminal, done } = context;
  refuseMixture(options);
  const known = await recall(options);
  if (known === null) return (await import('../evaluate-now.ts')).evaluateNow(context, options);
  const { id: runId, conclusion, captured, startedAt } = known;
  terminal.note(
    `Nothing has changed since run ${runId} of ${startedAt}: its verdict stands (--fresh runs everything again).`,
  );
  printEvaluation(terminal, { runId, captured, conclusion, repo: options.repo }, options);
  done(exitOf(conclusion));
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Run the same checks on the base and on every candidate, rank them, and say which one to merge and why.',
    )
    .option('--base <ref>', 'branch, tag or commit that the candidates are changes to')
    .option(
      '--candidate <name=source>',
      'a patch file, a .json of patch operations, a branch or commit, or a folder to compare with the base',
      collect,
      [],
    )
    .option(
      '--candidates <dir>',
      'every .patch, .diff and .json of operations in a folder; NAME.json beside NAME.patch tells how it was made',
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
    .option('--hidden-tests <dir>', 'tests that no candidate has seen, run after everything else')
    .option(
      '--hidden-command <command>',
      "how they are run, such as 'node {hidden}/check.js {workspace}'; exit code 0: it holds",
    )
    .option('--resume <run>', 'go on with a run that was ended: its id, a unique prefix, or latest')
    .option('--fresh', 'run every check again, whatever is known from earlier runs')
    .option('--keep-workspaces', 'leave the workspaces in place and say where they are')
    .addOption(formatOption(EVALUATION_FORMATS))
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'hydra evaluate --base main --candidates patches/',
        'hydra evaluate --base main --candidate codex=codex.patch --candidate claude=agent/claude',
        'hydra evaluate --base v1.2 --candidate mine=../worktree --json',
        'hydra evaluate --resume latest',
      ),
    )
    .action((options: EvaluateOptions) => evaluate(context, options));
