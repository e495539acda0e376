import { Command } from 'commander';
import { toContract } from '../../../core/report/json-contract.ts';
import { checkField } from '../../../shell/run/check-field.ts';
import type { OnProgress } from '../../../shell/capture/progress.ts';
import type { Tools } from '../../../shell/ports/tools.ts';
import {
  type EvaluationOptions,
  type FinishedEvaluation,
  resumeEvaluation,
  runEvaluation,
} from '../../../shell/run/run-evaluation.ts';
import { UserError } from '../../../shell/user-error.ts';
import { openTools } from '../../wiring.ts';
import { collect, examples, jsonOption, positiveInteger, repoOption } from '../common-options.ts';
import type { CommandContext } from '../command-context.ts';
import { printEvaluation } from '../evaluation-view.ts';
import { endOnSignal } from '../end-on-signal.ts';
import { EXIT, exitOf } from '../exit-codes.ts';
import { printFieldCheck } from '../field-check-view.ts';
import { openProgress } from '../progress-view.ts';
import { type CandidateOptions, readCandidates } from '../read-candidates.ts';

type Options = CandidateOptions & {
  readonly repo: string;
  readonly base?: string;
  readonly resume?: string;
  readonly json?: true;
  readonly config?: string;
  readonly checkOnly?: true;
  readonly jobs?: number;
  readonly keepWorkspaces?: true;
  readonly hiddenTests?: string;
  readonly hiddenCommand?: string;
};

type Asked = Pick<EvaluationOptions, 'base' | 'candidates' | 'configFile'>;

const asked = (options: Options): Asked => {
  if (options.base === undefined)
    throw new UserError(
      'no-base',
      'Nothing says what the candidates are changes to',
      'Add --base REF, or --resume RUN to go on with a run that was ended.',
    );
  return {
    base: options.base,
    candidates: readCandidates(options),
    ...(options.config === undefined ? {} : { configFile: options.config }),
  };
};

const checkFieldOnly = async (
  { terminal, done }: CommandContext,
  tools: Tools,
  options: Options,
): Promise<void> => {
  const checked = await checkField(tools, asked(options));
  if (options.json) terminal.print(JSON.stringify(checked, null, 2));
  else printFieldCheck(terminal, checked);
  done(checked.candidates.some(({ tree }) => tree !== null) ? EXIT.yes : EXIT.no);
};

const startOrResume = (
  tools: Tools,
  options: Options,
  onProgress: OnProgress,
): Promise<FinishedEvaluation> => {
  if (options.resume !== undefined) return resumeEvaluation(tools, options.resume, onProgress);
  return runEvaluation(tools, {
    ...asked(options),
    ...(options.jobs === undefined ? {} : { jobs: options.jobs }),
    keepWorkspaces: options.keepWorkspaces ?? false,
    ...(options.hiddenTests === undefined ? {} : { hiddenTests: options.hiddenTests }),
    ...(options.hiddenCommand === undefined ? {} : { hiddenCommand: options.hiddenCommand }),
    onProgress,
  });
};

const refuseMixture = ({ resume, repo: _repo, json: _json, ...others }: Options): void => {
  const given = Object.values(others).filter((value) => (Array.isArray(value) ? value.length > 0 : true));
  if (resume === undefined || given.length === 0) return;
  throw new UserError(
    'resume-alone',
    'A run is resumed as it was asked for',
    'Leave --resume RUN alone, with --repo and --json at most.',
  );
};

const evaluate = async (context: CommandContext, options: Options): Promise<void> => {
  const { terminal, done } = context;
  refuseMixture(options);
  const tools = await openTools(options.repo);
  if (options.checkOnly) return checkFieldOnly(context, tools, options);
  const progress = openProgress(terminal);
  let runId: string | null = null;
  const onProgress: OnProgress = (event) => {
    if (event.type === 'run') runId = event.id;
    progress.on(event);
  };
  const stopListening = endOnSignal(tools.interrupt, (signal) => {
    progress.close();
    const next = runId === null ? '' : `; go on with: hydra evaluate --resume ${runId}`;
    terminal.note(`ended by ${signal}${next}`);
  });
  try {
    const evaluation = await startOrResume(tools, options, onProgress);
    progress.close();
    if (options.json) terminal.print(JSON.stringify(toContract(evaluation.conclusion), null, 2));
    else printEvaluation(terminal, { ...evaluation, repo: options.repo });
    if (evaluation.kept !== null) terminal.note(`\nWorkspaces are kept in ${evaluation.kept}`);
    done(exitOf(evaluation.conclusion));
  } finally {
    stopListening();
    progress.close();
  }
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
    .option('--keep-workspaces', 'leave the workspaces in place and say where they are')
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
    .action((options: Options) => evaluate(context, options));
