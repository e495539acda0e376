import { writeFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import type { ExperimentRecord } from '../../../core/domain/experiment/experiment-record.ts';
import { RULES } from '../../../core/domain/experiment/experiment-policy.ts';
import { deltaPlotSvg } from '../../../core/report/experiment/delta-plot-svg.ts';
import { experimentMarkdown } from '../../../core/report/experiment/experiment-markdown.ts';
import type { OnEvent } from '../../../core/domain/run/run-event.ts';
import { resolveExperiment } from '../../../shell/experiment/frozen-experiment.ts';
import {
  addTrials,
  confirmExperiment,
  resumeExperiment,
  startExperiment,
} from '../../../shell/experiment/start-experiment.ts';
import { UserError } from '../../../shell/errors/user-error.ts';
import type { ExperimentSession, PolicyInput } from '../../../shell/experiment/experiment-session.ts';
import { openExperiments } from '../../wiring/open-experiments.ts';
import type { CommandContext } from '../console/command-context.ts';
import {
  allowDegradedOption,
  amount,
  collect,
  examples,
  jsonOption,
  positiveInteger,
  repoOption,
} from '../console/common-options.ts';
import { abortOnSignal } from '../console/abort-on-signal.ts';
import { openExperimentView } from '../views/experiment-progress.ts';
import { printExperiment } from '../views/experiment-view.ts';
import { promote } from '../views/promotion-view.ts';
import { exitOfExperiment } from '../console/exit-codes.ts';

type Options = {
  readonly repo: string;
  readonly baseline?: string;
  readonly candidate: readonly string[];
  readonly tasks?: string;
  readonly agent?: string;
  readonly judge?: string;
  readonly trials?: number;
  readonly rule?: (typeof RULES)[number];
  readonly set: readonly string[];
  readonly confirm?: boolean;
  readonly budget?: number;
  readonly seed?: number;
  readonly jobs?: number;
  readonly config?: string;
  readonly resume?: string;
  readonly addTrials?: number;
  readonly require?: 'improved';
  readonly openPr?: true;
  readonly base: string;
  readonly markdown?: string;
  readonly plot?: string;
  readonly allowDegraded?: true;
  readonly json?: true;
};

const valueOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** `key=value` for anything in `[experiment]`; `weights.judge=0.5` sets a nested key. */
const settings = (pairs: readonly string[]): PolicyInput => {
  const found = new Map<string, unknown>();
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals < 1)
      throw new UserError('policy', `--set ${pair}: not KEY=VALUE`, 'Such as --set significance=0.01.');
    const [key = '', inner] = pair.slice(0, equals).split('.', 2);
    const value = valueOf(pair.slice(equals + 1));
    const before = (found.get(key) ?? {}) as Record<string, unknown>;
    found.set(key, inner === undefined ? value : { ...before, [inner]: value });
  }
  return Object.fromEntries(found);
};

const givenPolicy = ({ set, agent, judge, trials, rule }: Options): PolicyInput => ({
  ...settings(set),
  ...(agent === undefined ? {} : { agent }),
  ...(judge === undefined ? {} : { judge }),
  ...(trials === undefined ? {} : { trials }),
  ...(rule === undefined ? {} : { rule }),
});

const asked = ({ baseline, candidate, tasks }: Options) => {
  if (baseline !== undefined && candidate.length > 0 && tasks !== undefined)
    return { baseline, candidates: candidate, tasks };
  throw new UserError(
    'compare-what',
    'Configurations or tasks to compare are missing',
    'Give --baseline, --candidate and --tasks, or --resume RUN.',
  );
};

const run = async (
  { world, config, policy }: ExperimentSession,
  options: Options,
  onProgress: OnEvent,
): Promise<ExperimentRecord> => {
  const { allowDegraded = false } = options;
  if (options.resume === undefined) {
    if (options.addTrials !== undefined)
      throw new UserError('compare-what', 'The experiment to extend is missing', 'Add --resume RUN.');
    const { confirm, budget, seed, jobs } = options;
    return startExperiment(
      world,
      {
        ...asked(options),
        config,
        policy,
        allowDegraded,
        ...(confirm === undefined ? {} : { confirm }),
        ...(budget === undefined ? {} : { budgetUsd: budget }),
        ...(seed === undefined ? {} : { seed }),
        ...(jobs === undefined ? {} : { jobs }),
      },
      { onProgress },
    );
  }
  const id = await resolveExperiment(world.tools.store, options.resume);
  if (options.addTrials === undefined && options.confirm === true) {
    const budget = options.budget === undefined ? {} : { budgetUsd: options.budget };
    return confirmExperiment(world, { id, config, ...budget }, { onProgress, allowDegraded });
  }
  if (options.addTrials === undefined) return resumeExperiment(world, id, { onProgress, allowDegraded });
  return addTrials(world, { id, more: options.addTrials, config }, { onProgress, allowDegraded });
};

const report = ({ terminal }: CommandContext, record: ExperimentRecord, options: Options): void => {
  if (options.markdown !== undefined) writeFileSync(options.markdown, experimentMarkdown(record));
  const baseline = record.configurations[0]?.name ?? '';
  for (const { candidate, deltas } of options.plot === undefined ? [] : record.verdicts) {
    const at =
      record.verdicts.length === 1 ? options.plot : options.plot?.replace(/(\.svg)?$/, `-${candidate}$1`);
    writeFileSync(at ?? '', deltaPlotSvg(deltas, `${candidate} against ${baseline}`));
  }
  printExperiment(terminal, record, options.json === true);
};

const compare = async (context: CommandContext, options: Options): Promise<void> => {
  const { terminal, done, session } = context;
  const given = givenPolicy(options);
  const view = openExperimentView(terminal);
  const say = (signal: string): void => {
    view.close();
    const id = view.runId();
    terminal.note(`ended by ${signal}${id === null ? '' : `; resume with: hydra compare --resume ${id}`}`);
  };
  try {
    await abortOnSignal(session, say, async (signal) => {
      const opened = await openExperiments(session, options.repo, {
        given,
        configFile: options.config,
        signal,
      });
      const record = await run(opened, options, view.on);
      view.close();
      report(context, record, options);
      await promote(context, opened, record, options);
      done(exitOfExperiment(record, options.require ?? null));
    });
  } finally {
    view.close();
  }
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Run tasks under a baseline and other configurations of an agent, and report which is better and why.',
    )
    .option(
      '--baseline <source>',
      'current configuration of the agent: a folder, a commit, or COMMIT:FOLDER, optionally after NAME=',
    )
    .option(
      '--candidate <source>',
      'another configuration, in the same form; several are ranked',
      collect,
      [],
    )
    .option('--tasks <dir>', 'a folder with one subfolder per task')
    .option('--agent <spec>', 'as in a race: NAME[@MODEL], builtin:PROVIDER:MODEL, or one of [agents]')
    .option('--judge <spec>', 'judge of rubrics: PROVIDER:MODEL, auto, or none')
    .option('--trials <n>', 'number of runs of each task under each configuration', positiveInteger)
    .addOption(new Option('--rule <rule>', 'the rule that decides').choices(RULES))
    .option('--set <key=value>', 'any key of [experiment], such as significance=0.01', collect, [])
    .option(
      '--confirm',
      'run fresh trials of every task that looks worse, until confirmed or cleared (default: if a promotion depends on them); with --resume: run more of them',
    )
    .option('--no-confirm', 'run no fresh trials')
    .option('--budget <usd>', 'stop before spending more than this', amount)
    .option('--seed <n>', 'another seed gives other trials (default: 1)', positiveInteger)
    .option('--jobs <n>', 'number of groups of paired trials at a time (default: 1)', positiveInteger)
    .option('--config <file>', 'use this file instead of hydra.toml')
    .addOption(allowDegradedOption())
    .option('--resume <run>', 'continue an interrupted experiment')
    .option('--add-trials <n>', 'with --resume: number of additional trials of each task', positiveInteger)
    .addOption(
      new Option('--require <verdict>', 'exit with 1 unless this is the verdict').choices(['improved']),
    )
    .option(
      '--open-pr',
      'open a pull request for a candidate that may be promoted; without it, show the plan',
    )
    .addOption(
      new Option('--base <branch>', 'the branch to promote to').default('HEAD', 'the one checked out'),
    )
    .option('--markdown <file>', 'write the report for a pull request')
    .option('--plot <file>', 'write the task deltas as SVG; with several candidates one file each')
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'hydra compare --baseline main --candidate agents-v2 --tasks suite --agent claude',
        'hydra compare --baseline config/a --candidate config/b --tasks suite --trials 5 --budget 20',
        'hydra compare --resume latest --confirm',
        'hydra compare --resume latest --add-trials 3',
      ),
    )
    .action((options: Options) => compare(context, options));
