import { Command } from 'commander';
import { EVALUATION_FORMATS } from '../../../../core/report/formats.ts';
import { recallVerdict } from '../../../../shell/evaluate/recall/recall-evaluation.ts';
import { UserError } from '../../../../shell/errors/user-error.ts';
import { readTask } from '../../../wiring/read-task.ts';
import { openRecall } from '../../../wiring/wiring-recall.ts';
import type { CommandContext } from '../../console/command-context.ts';
import { collect, examples, jsonOption, positiveInteger, repoOption } from '../../console/common-options.ts';
import { formatOption } from '../../console/print-report.ts';
import { type EvaluateCommandOptions, questionOf } from './evaluate-options.ts';
import { printEvaluation } from '../../views/evaluation-view.ts';
import { exitOf } from '../../console/exit-codes.ts';

const refuseMixture = ({
  resume,
  repo: _repo,
  json: _json,
  format: _format,
  web: _web,
  ...others
}: EvaluateCommandOptions): void => {
  const given = Object.values(others).filter((value) => (Array.isArray(value) ? value.length > 0 : true));
  if (resume === undefined || given.length === 0) return;
  throw new UserError(
    'resume-alone',
    '--resume cannot be combined with other options',
    'A run is resumed with its original options; only --repo, --json and --web may be added.',
  );
};

/** Invalid combinations are reported by the code that would run them. */
const recall = async ({ terminal }: CommandContext, options: EvaluateCommandOptions) => {
  if (options.fresh || options.checkOnly || options.resume !== undefined) return null;
  try {
    const { tools, load } = await openRecall(options.repo);
    const say = (why: string): void => terminal.note(`The stored run is not reused as a whole: ${why}.`);
    return await recallVerdict(tools, questionOf(options), load, say);
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
};

const evaluate = async (context: CommandContext, given: EvaluateCommandOptions): Promise<void> => {
  const { terminal, done } = context;
  refuseMixture(given);
  const options = given.task === undefined ? given : { ...given, task: readTask(given.task) };
  const known = await recall(context, options);
  if (known === null) return (await import('./evaluate-now.ts')).evaluateNow(context, options);
  const { id: runId, conclusion, captured, startedAt } = known;
  terminal.note(
    `Nothing has changed since run ${runId} of ${startedAt}: its verdict stands (--fresh runs everything again).`,
  );
  printEvaluation(terminal, { runId, captured, conclusion, repo: options.repo }, options);
  done(exitOf(conclusion));
  if (options.web === undefined) return;
  const { serveRun } = await import('../../console/serve-until-signal.ts');
  await serveRun(context, runId, options.repo);
};

const EXAMPLES = examples(
  'hydra evaluate codex.patch claude.patch',
  'hydra evaluate --base main --candidates patches/',
  'hydra evaluate --base main --candidate codex=codex.patch --candidate claude=agent/claude',
  'hydra evaluate --base v1.2 --candidate mine=../worktree --json',
  'hydra evaluate --base main --candidates patches/ --task issue.md --panel',
  'hydra evaluate --base main --candidates patches/ --web',
  'hydra evaluate --resume latest',
);

/** What is evaluated. */
const withCandidates = (): Command =>
  new Command()
    .description(
      'Run the same checks on the base and on every candidate, rank them, and report which one to merge and why.',
    )
    .argument('[sources...]', 'single candidates as for --candidate, or folders as for --candidates')
    .option('--base <ref>', 'branch, tag or commit that the candidates are changes to (default: HEAD)')
    .option(
      '--candidate <name=source>',
      'a patch file, a .json of patch operations, a branch or commit, or a folder to compare with the base',
      collect,
      [],
    )
    .option(
      '--candidates <dir>',
      'every .patch, .diff and .json of operations in a folder; NAME.json next to NAME.patch describes how it was made',
      collect,
      [],
    )
    .option(
      '--usage <file>',
      'JSON: how candidates were made, by name (status, duration_ms, tokens, usd, author)',
    )
    .option(
      '--task <file|text|->',
      'the task of the candidates: a file, the text itself, or - for standard input',
    )
    .option(
      '--panel [model]',
      'also ask models to compare the candidates side by side: those of [selection], or this PROVIDER:MODEL or file:DIR',
    )
    .option(
      '--panel-tests [model]',
      'also have a model write tests from the task alone, blind to the candidates, and run them on all of them',
    )
    .option(
      '--panel-inputs [model]',
      'also have a model propose calls of changed functions on which the candidates differ, and play them on all of them',
    );

export const build = (context: CommandContext): Command =>
  withCandidates()
    .option('--config <file>', "use this file instead of the base's hydra.toml")
    .option('--check-only', 'resolve, plan and apply, but run nothing')
    .option(
      '--jobs <n>',
      'number of checks to run in parallel (default: the number of cores)',
      positiveInteger,
    )
    .option('--hidden-tests <dir>', 'tests that no candidate has seen, run after everything else')
    .option(
      '--hidden-command <command>',
      "how to run them, such as 'node {hidden}/check.js {workspace}'; exit code 0 means passed",
    )
    .option(
      '--allow-test-change <id>',
      'a base test that candidates may break because its behaviour is meant to change; repeatable',
      collect,
      [],
    )
    .option(
      '--require-proof',
      'name a winner only if a test that fails on the base, and that others confirm, passes with it',
    )
    .option(
      '--within <minutes>',
      'begin no further examination after this time; what is left out makes the evidence weak',
      positiveInteger,
    )
    .option('--resume <run>', 'continue an interrupted run: its id, a unique prefix, or latest')
    .option('--fresh', 'run every check again, without results of earlier runs')
    .option('--web', 'show it live in the local web app, and keep that open afterwards')
    .option('--keep-workspaces', 'keep the workspaces and print where they are')
    .addOption(formatOption(EVALUATION_FORMATS))
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText('after', EXAMPLES)
    .action((sources: readonly string[], options: EvaluateCommandOptions) =>
      evaluate(context, { ...options, ...(sources.length === 0 ? {} : { sources }) }),
    );
