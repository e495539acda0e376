import { Command } from 'commander';
import { printable, printableLine } from '../../../core/report/text/printable.ts';
import { toContract } from '../../../core/report/run/json-contract.ts';
import { refineStored } from '../../../shell/stored/refine-stored.ts';
import { foremost, readLog, treeOf } from '../../../shell/stored/read-stored.ts';
import { openArchive } from '../../wiring/wiring.ts';
import { printCandidate } from '../views/candidate-view.ts';
import type { CommandContext } from '../console/command-context.ts';
import { examples, jsonOption, repoOption, thresholdOption } from '../console/common-options.ts';
import { printEvaluation } from '../views/evaluation-view.ts';
import { printExperiment } from '../views/experiment-view.ts';
import type { Refinement } from '../../../core/domain/run/refinement.ts';
import { timeReport, timeReportText } from '../../../core/report/run/time-report.ts';
import { refinementMarkdown } from '../../../core/report/run/refinement-markdown.ts';
import type { Terminal } from '../console/terminal.ts';

const printRefinement = (
  { print }: Terminal,
  refinement: Refinement,
  { json }: { readonly json?: true },
): void => print(json ? JSON.stringify(refinement, null, 2) : refinementMarkdown(refinement));

type Options = {
  readonly repo: string;
  readonly json?: true;
  readonly candidate?: string;
  readonly log?: string;
  readonly diff?: true;
  readonly refine?: true;
  readonly time?: true;
  readonly threshold?: number;
  readonly web?: true;
};

/** The run in the web app, until the user ends it. */
const showInBrowser = async (context: CommandContext, wanted: string, repo: string): Promise<void> => {
  const { serveRun } = await import('../console/serve-until-signal.ts');
  await serveRun(context, wanted, repo);
};

const show = async (context: CommandContext, wanted: string, options: Options): Promise<void> => {
  const { terminal } = context;
  if (options.web) return showInBrowser(context, wanted, options.repo);
  const store = await openArchive(options.repo);
  const id = await store.resolve(wanted);
  const experiment = await store.loadExperiment(id);
  if (experiment !== null) return printExperiment(terminal, experiment, options.json === true);
  if (options.refine) return printRefinement(terminal, await refineStored(store, id, options), options);
  const stored = await store.load(id);
  if (options.time) {
    const spent = timeReport(stored.captured);
    return terminal.print(options.json ? JSON.stringify(spent, null, 2) : printable(timeReportText(spent)));
  }
  const owner = options.candidate ?? foremost(stored);
  if (options.log !== undefined)
    return terminal.print(printable(await readLog(store, stored, owner, options.log)));
  if (options.diff) {
    treeOf(stored, owner);
    return terminal.print(printable(Buffer.from(await store.readPatch(stored.id, owner)).toString('utf8')));
  }
  if (options.json) {
    const { captured } = stored;
    const detail = options.candidate === undefined ? { captured } : { evidence: treeOf(stored, owner) };
    return terminal.print(JSON.stringify({ ...toContract(stored.conclusion), ...detail }, null, 2));
  }
  if (options.candidate === undefined)
    return printEvaluation(terminal, { runId: stored.id, ...stored, repo: options.repo });
  treeOf(stored, owner);
  terminal.note(terminal.paint.dim(`run ${stored.id}, base ${printableLine(stored.captured.base.ref)}`));
  printCandidate(terminal, stored, owner);
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description('Show a stored run, or one candidate of it: breakdown, gates, findings, logs, diff.')
    .argument('<run>', 'id, unique prefix of an id, or latest')
    .option('--candidate <name>', 'show this candidate, or baseline (default: the winner)')
    .option('--log <check>', 'print the whole log of a check: build, test, lint, security, install')
    .option('--diff', 'print the recorded patch, which a merge applies')
    .option(
      '--refine',
      'show what to fix if the total is too low, as a prompt for a model; with --json, as data',
    )
    .option(
      '--time',
      'where the time went: seconds by check and candidate, and the slowest; with --json, as data',
    )
    .option('--web', 'open it in the local web app')
    .addOption(thresholdOption())
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'hydra show latest',
        'hydra show latest --candidate codex',
        'hydra show latest --candidate codex --log test',
        'hydra show latest --refine',
        'hydra show latest --time',
        'hydra show latest --web',
      ),
    )
    .action((run: string, options: Options) => show(context, run, options));
