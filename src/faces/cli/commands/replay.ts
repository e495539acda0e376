import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { EVALUATION_FORMATS } from '../../../core/report/formats.ts';
import { printableLine } from '../../../core/report/text/printable.ts';
import { racePolicyOf } from '../../../core/conclude/race-policy-of.ts';
import type { Unexamined } from '../../../core/next-work/unexamined.ts';
import { replayRun } from '../../../shell/stored/replay-run.ts';
import { UserError } from '../../../shell/errors/user-error.ts';
import { openArchive, readConfig } from '../../wiring/wiring.ts';
import type { CommandContext } from '../console/command-context.ts';
import { examples, jsonOption, repoOption } from '../console/common-options.ts';
import { formatOption } from '../console/print-report.ts';
import { printEvaluation } from '../views/evaluation-view.ts';
import { EXIT } from '../console/exit-codes.ts';

type Options = {
  readonly repo: string;
  readonly json?: true;
  readonly format?: string;
  readonly policy?: string;
};

const readPolicy = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new UserError(
      'policy',
      `${path} cannot be read`,
      'Give a hydra.toml with other weights, gates or scope.',
    );
  }
};

const MOST_LINES = 20;
const LONGEST_LINE = 500;

/** What this policy would have examined and the run did not. */
const unexaminedLines = (unexamined: readonly Unexamined[]): readonly string[] => {
  const lines = unexamined.map(({ candidate, question, why }) =>
    printableLine(`never examined: ${candidate}: ${question} (${why})`, LONGEST_LINE),
  );
  const left = lines.length - MOST_LINES;
  return left <= 0 ? lines : [...lines.slice(0, MOST_LINES), `and ${left} more: --json lists them all`];
};

const replay = async (
  { terminal, done }: CommandContext,
  wanted: string,
  options: Options,
): Promise<void> => {
  const store = await openArchive(options.repo);
  const id = await store.resolve(wanted);
  const policy =
    options.policy === undefined
      ? undefined
      : racePolicyOf(await readConfig(readPolicy(options.policy), options.policy));
  const { captured, conclusion, identical, unexamined } = await replayRun(store, id, policy);
  printEvaluation(terminal, { runId: id, captured, conclusion, unexamined, repo: options.repo }, options);
  for (const line of unexaminedLines(unexamined)) terminal.note(line);
  if (identical === true)
    terminal.note(terminal.paint.good('identical to the stored conclusion, byte for byte'));
  if (identical === false) terminal.note(terminal.paint.bad('NOT identical to the stored conclusion'));
  done(identical === false ? EXIT.no : EXIT.yes);
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Score a stored run again from its evidence alone: byte for byte the same, or the result under another policy.',
    )
    .argument('<run>', 'id, unique prefix of an id, or latest')
    .option('--policy <file>', 'use the weights, gates and scope of this hydra.toml instead')
    .addOption(formatOption(EVALUATION_FORMATS))
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText('after', examples('hydra replay latest', 'hydra replay latest --policy stricter.toml'))
    .action((run: string, options: Options) => replay(context, run, options));
