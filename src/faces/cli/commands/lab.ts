import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { readPool } from '../../../core/lab/read-pool.ts';
import { runLab } from '../../../core/lab/run-lab.ts';
import type { LabelledTask, Selector } from '../../../core/lab/selector.ts';
import { SELECTORS } from '../../../core/lab/selectors.ts';
import { LAB_FORMATS } from '../../../core/report/formats.ts';
import { printableLine } from '../../../core/report/text/printable.ts';
import { askPanel } from '../../../shell/panel/ask-panel.ts';
import { openPurse } from '../../../shell/panel/ask-stored.ts';
import { seatPanel } from '../../../shell/panel/seat-panel.ts';
import { labelledRuns } from '../../../shell/stored/labelled-runs.ts';
import { UserError } from '../../../shell/errors/user-error.ts';
import { openArchive, openPanelTools } from '../../wiring/wiring.ts';
import { evaluateLabPoolIn } from '../../wiring/wiring-lab.ts';
import { abortCommandOnSignal } from '../console/abort-on-signal.ts';
import type { CommandContext } from '../console/command-context.ts';
import {
  amount,
  collect,
  examples,
  jsonOption,
  positiveInteger,
  repoOption,
} from '../console/common-options.ts';
import { EXIT } from '../console/exit-codes.ts';
import { printReport } from '../console/print-report.ts';
import { openProgress } from '../views/progress-view.ts';
import { waitingIn, waitingNote } from '../views/waiting-note.ts';

const STANDARD_INPUT = '-';
const RESAMPLES = 2000;

const PANELLISTS = 2;
const BUDGET_USD = 1;
const MINUTES = 30;
const MINUTE_MS = 60_000;

type Options = {
  readonly mine?: true;
  readonly repo: string;
  readonly clones?: string;
  readonly minutes: number;
  readonly panel?: string;
  readonly panellists: number;
  readonly budget: number;
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
    throw new UserError('lab-pool', `${file} cannot be read.`, 'Give a JSONL file, or - for standard input.');
  }
};

const tasksIn = (file: string): readonly LabelledTask[] => {
  const pool = readPool(readText(file));
  if (pool.ok) return pool.tasks;
  throw new UserError(
    'lab-pool',
    `${file} is not a pool: ${pool.problem}.`,
    'docs/lab.md shows an example line.',
  );
};

const poolOf = async (
  file: string | undefined,
  { mine, repo, clones }: Options,
): Promise<readonly LabelledTask[]> => {
  if (mine === undefined) return tasksIn(file ?? STANDARD_INPUT);
  if (clones !== undefined)
    throw new UserError('lab-pool', 'Stored runs are not evaluated again.', 'Leave out --clones.');
  if (file === undefined) return labelledRuns(await openArchive(repo));
  throw new UserError('lab-pool', 'A pool and --mine were both given.', 'Use one of them.');
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

type Panelled = { readonly tasks: readonly LabelledTask[]; readonly waiting: number };

/** Asks the same questions as an evaluation, without the base's code. */
const withPanel = async (
  { session }: CommandContext,
  tasks: readonly LabelledTask[],
  { panel, panellists, budget }: Options,
): Promise<Panelled> => {
  if (panel === undefined) return { tasks, waiting: 0 };
  const { models, digest } = await openPanelTools(session.signal);
  const seats = await seatPanel(models, { models: [panel], panellists, budgetUsd: budget });
  const asked: LabelledTask[] = [];
  let waiting = 0;
  for (const task of tasks) {
    const tools = {
      models: seats.models,
      purse: openPurse(seats.budgetUsd),
      digest,
      keep: async () => undefined,
    };
    const answer = await askPanel(tools, { task: task.task, code: [], candidates: task.candidates });
    waiting += waitingIn(answer.panellists);
    asked.push({ ...task, panel: answer });
  }
  return { tasks: asked, waiting };
};

/** What became of one evaluation, as one line. */
const outcomeLine = ({ id, right, conclusion, unfinished }: LabelledTask): string => {
  if (unfinished !== undefined) return `${id}: ${unfinished}`;
  const winner = conclusion?.winner ?? null;
  if (winner === null) return `${id}: no winner`;
  const outcome = right.get(winner);
  return `${id}: ${winner}, ${outcome === undefined ? 'outcome unknown' : outcome ? 'right' : 'wrong'}`;
};

/** Runs the checks of every task of the pool whose repository is among the clones. */
const withChecks = async (
  context: CommandContext,
  tasks: readonly LabelledTask[],
  { clones, minutes }: Options,
): Promise<readonly LabelledTask[]> => {
  if (clones === undefined) return tasks;
  const { session, terminal } = context;
  const evaluate = async (signal: AbortSignal) => {
    let progress = openProgress(terminal);
    let at = 0;
    const placed = tasks.filter(({ base }) => base !== undefined).length;
    try {
      return await evaluateLabPoolIn(session, {
        tasks,
        clones,
        signal,
        limitMs: minutes * MINUTE_MS,
        onProgress: (event) => progress.on(event),
        onTask: (task) => {
          progress.close();
          at += 1;
          terminal.note(`${at} of ${placed}: ${printableLine(outcomeLine(task))}`);
          progress = openProgress(terminal);
        },
      });
    } finally {
      progress.close();
    }
  };
  const hint = '; checks that have ended are not repeated the next time';
  return abortCommandOnSignal(context, evaluate, hint);
};

const lab = async (context: CommandContext, file: string | undefined, options: Options): Promise<void> => {
  const { terminal, done } = context;
  const { seed, resamples, explain = false } = options;
  const selectors = chosen(options.selector);
  const pool = await poolOf(file, options);
  const { tasks, waiting } = await withPanel(context, await withChecks(context, pool, options), options);
  const whole = runLab(selectors, tasks, { seed, resamples });
  const asked = whole.selectors.filter((selector) => selector.tasks > 0);
  const report = options.selector.length > 0 ? whole : { ...whole, selectors: asked };
  printReport(terminal, LAB_FORMATS, options, { report, explain });
  if (waiting === 0) return;
  terminal.note(waitingNote(waiting, options.panel ?? ''));
  done(EXIT.waiting);
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Measure selectors on tasks whose right and wrong candidates are known: how often each picks a right one, how much of the way from a random choice to a perfect one that is (recovery), and whether its probabilities are calibrated.',
    )
    .argument('[pool]', 'labelled tasks, one JSON object per line; - is standard input')
    .option('--mine', 'the stored runs of this repository whose outcomes are recorded')
    .option(
      '--selector <id>',
      `measure this one: ${SELECTORS.map(({ id }) => id).join(', ')} (repeatable; default: all)`,
      collect,
      [],
    )
    .option('--explain', 'show the result of each task, and why')
    .option(
      '--clones <dir>',
      'evaluate every task that names its base, in a clone from this folder, and measure those decisions; clones are called OWNER+NAME or OWNER/NAME',
    )
    .option(
      '--minutes <n>',
      'with --clones: an evaluation that takes longer is stopped',
      positiveInteger,
      MINUTES,
    )
    .option(
      '--panel <model>',
      'ask a panel about every task: PROVIDER:MODEL, or file:DIR for replies in files',
    )
    .option('--panellists <n>', 'with --panel: how many are asked', positiveInteger, PANELLISTS)
    .option('--budget <usd>', 'with --panel: US dollars for each task; 0: no limit', amount, BUDGET_USD)
    .option('--seed <n>', 'seed for the intervals', positiveInteger, 1)
    .option('--resamples <n>', 'samples drawn for each interval', positiveInteger, RESAMPLES)
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'hydra lab pool.jsonl',
        'hydra lab pool.jsonl --selector agreement --explain',
        'hydra lab pool.jsonl --clones ~/clones --minutes 10',
        'hydra lab pool.jsonl --panel file:replies',
        'hydra lab --mine',
      ),
    )
    .action((file: string | undefined, options: Options) => lab(context, file, options));
