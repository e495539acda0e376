import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import type { Refinement } from '../../../core/domain/run/refinement.ts';
import { refinementMarkdown } from '../../../core/report/run/refinement-markdown.ts';
import { refineStored } from '../../../shell/stored/refine-stored.ts';
import { refusedScorecards, scorecardsOf, selectFrom } from '../../../shell/stored/select-stored.ts';
import { openArchive } from '../../wiring/wiring.ts';
import type { CommandContext } from '../console/command-context.ts';
import { examples, jsonOption, repoOption, thresholdOption } from '../console/common-options.ts';
import { EXIT } from '../console/exit-codes.ts';
import { printSelection } from '../views/selection-view.ts';

const STANDARD_INPUT = '-';

type Options = {
  readonly repo: string;
  readonly run?: string;
  readonly k?: number;
  readonly refine?: true;
  readonly threshold?: number;
  readonly json?: true;
};

const groupSize = (text: string): number => {
  const size = Number(text);
  if (!Number.isSafeInteger(size) || size < 2)
    throw new InvalidArgumentError('A group needs at least two candidates.');
  return size;
};

const readText = (file: string): string => {
  try {
    return readFileSync(file === STANDARD_INPUT ? 0 : file, 'utf8');
  } catch {
    throw refusedScorecards(`${file} cannot be read`);
  }
};

/** One document, or one per line, as hydra score --jsonl prints them. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    try {
      if (lines.length > 1) return lines.map((line) => JSON.parse(line) as unknown);
    } catch {
      // Neither: the first error is more useful.
    }
    throw refusedScorecards(`not JSON: ${(error as Error).message}`);
  }
};

const documentOf = async (file: string | undefined, { run, repo }: Options): Promise<unknown> => {
  if (run === undefined) return parse(readText(file ?? STANDARD_INPUT));
  if (file !== undefined) throw refusedScorecards('both a file and a run were given');
  return scorecardsOf(await openArchive(repo), run);
};

/** Scores alone do not show what to fix: that needs a run. */
const toFix = async (
  winner: string | null,
  { run, repo, refine, threshold }: Options,
): Promise<{ readonly refine?: Refinement }> => {
  if (!refine) return {};
  if (run === undefined) throw refusedScorecards('only a stored run shows what to fix; add --run RUN');
  const asked = {
    ...(winner === null ? {} : { candidate: winner }),
    ...(threshold === undefined ? {} : { threshold }),
  };
  return { refine: await refineStored(await openArchive(repo), run, asked) };
};

const select = async (
  { terminal, done }: CommandContext,
  file: string | undefined,
  options: Options,
): Promise<void> => {
  const { selected, scored } = selectFrom(await documentOf(file, options), options.k);
  const refinement = await toFix(selected.winner, options);
  if (options.json) terminal.print(JSON.stringify({ ...selected, ...refinement }, null, 2));
  else {
    printSelection(terminal, selected, scored);
    if (refinement.refine) terminal.print(`\n${refinementMarkdown(refinement.refine)}`);
  }
  done(selected.winner === null ? EXIT.no : EXIT.yes);
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Choose the best of any scorecards by a tournament: groups in order, compared by total, then execSignals, then identifierMatch; on a tie, the earlier one stays. Draws the bracket.',
    )
    .argument(
      '[file]',
      'a list of scorecards, or the output of evaluate --json or score; - is standard input',
    )
    .option('--run <run>', 'the ranking of a stored run: id, unique prefix of an id, or latest')
    .option('--k <n>', 'candidates in a group (default: as in the document, else 2)', groupSize)
    .option('--refine', 'with --run: what to fix in the winner if its total is too low')
    .addOption(thresholdOption())
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'hydra select scores.json',
        'hydra select --run latest --k 3',
        'hydra select --run latest --refine',
        'generate | hydra select - --json',
      ),
    )
    .action((file: string | undefined, options: Options) => select(context, file, options));
