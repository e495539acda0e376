import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { readPool } from '../../../core/lab/read-pool.ts';
import { runLab } from '../../../core/lab/run-lab.ts';
import type { LabelledTask, Selector } from '../../../core/lab/selector.ts';
import { SELECTORS } from '../../../core/lab/selectors.ts';
import { LAB_FORMATS } from '../../../core/report/formats.ts';
import { UserError } from '../../../shell/errors/user-error.ts';
import type { CommandContext } from '../console/command-context.ts';
import { collect, examples, jsonOption, positiveInteger } from '../console/common-options.ts';
import { printReport } from '../console/print-report.ts';

const STANDARD_INPUT = '-';
const RESAMPLES = 2000;

type Options = {
  readonly selector: readonly string[];
  readonly seed: number;
  readonly resamples: number;
  readonly explain?: true;
  readonly json?: true;
};

const readText = (file: string): string => {
  try {
    return readFileSync(file === STANDARD_INPUT ? 0 : file, 'utf8');
  } catch {
    throw new UserError('lab-pool', `${file} cannot be read.`, 'Name a JSONL file, or - for standard input.');
  }
};

const tasksIn = (file: string): readonly LabelledTask[] => {
  const pool = readPool(readText(file));
  if (pool.ok) return pool.tasks;
  throw new UserError(
    'lab-pool',
    `${file} is not a pool: ${pool.problem}.`,
    'docs/lab.md shows a line of one.',
  );
};

const chosen = (ids: readonly string[]): readonly Selector[] => {
  if (ids.length === 0) return SELECTORS;
  return ids.map((id) => {
    const found = SELECTORS.find((selector) => selector.id === id);
    if (found !== undefined) return found;
    const known = SELECTORS.map((selector) => selector.id).join(', ');
    throw new UserError('lab-selector', `There is no selector called ${id}.`, `Known are: ${known}.`);
  });
};

const lab = ({ terminal }: CommandContext, file: string, options: Options): void => {
  const { seed, resamples, explain = false } = options;
  const whole = runLab(chosen(options.selector), tasksIn(file), { seed, resamples });
  const asked = whole.selectors.filter(({ tasks }) => tasks > 0);
  const report = options.selector.length > 0 ? whole : { ...whole, selectors: asked };
  printReport(terminal, LAB_FORMATS, options, { report, explain });
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Measure selectors on tasks whose right and wrong candidates are known: how often each picks a right one, how much of the way from a random choice to a perfect one that is (recovery), and whether its probabilities hold.',
    )
    .argument('[pool]', 'labelled tasks, one JSON object a line; - is standard input', STANDARD_INPUT)
    .option(
      '--selector <id>',
      `measure this one: ${SELECTORS.map(({ id }) => id).join(', ')} (repeatable; default: all)`,
      collect,
      [],
    )
    .option('--explain', 'say what became of each task, and why')
    .option('--seed <n>', 'seed of the intervals', positiveInteger, 1)
    .option('--resamples <n>', 'samples drawn for each interval', positiveInteger, RESAMPLES)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('hydra lab pool.jsonl', 'hydra lab pool.jsonl --selector agreement --explain'),
    )
    .action((file: string, options: Options) => lab(context, file, options));
