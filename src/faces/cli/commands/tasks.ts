import { Argument, Command } from 'commander';
import { printableLine } from '../../../core/report/text/printable.ts';
import type { TaskValidation } from '../../../shell/experiment/suite/validate-experiment-task.ts';
import { validateSuite } from '../../../shell/experiment/suite/validate-suite.ts';
import { openSuiteTools } from '../../wiring/wiring-experiments.ts';
import { abortCommandOnSignal } from '../console/abort-on-signal.ts';
import type { CommandContext } from '../console/command-context.ts';
import { examples, jsonOption } from '../console/common-options.ts';
import { EXIT } from '../console/exit-codes.ts';

const passedOf = (checks: TaskValidation['empty']): string =>
  `${checks.filter(({ passed }) => passed).length}/${checks.length}`;

const validate = async (
  { terminal, done, session }: CommandContext,
  folder: string,
  options: { readonly json?: true },
  signal: AbortSignal,
): Promise<void> => {
  const { paint, print } = terminal;
  const lab = await openSuiteTools(session, signal);
  try {
    const results = await validateSuite(lab, folder, (result) => {
      if (options.json) return;
      const reference = result.reference === null ? 'none' : passedOf(result.reference);
      print(
        `${result.sound ? paint.good('✓') : paint.bad('✗')} ${result.task}  ${paint.dim(`reference ${reference}, nothing done ${passedOf(result.empty)}`)}`,
      );
      for (const problem of result.problems) print(`    ${printableLine(problem)}`);
    });
    if (options.json) print(JSON.stringify(results, null, 2));
    done(results.every(({ sound }) => sound) ? EXIT.yes : EXIT.no);
  } finally {
    await lab.close();
  }
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Validate tasks for hydra compare: run the checks of each task on its reference solution, which must pass them all, and on the unchanged fixture, which must not.',
    )
    .addArgument(new Argument('<action>', 'what to do').choices(['validate']))
    .argument('<dir>', 'a folder with one subfolder per task')
    .addOption(jsonOption())
    .addHelpText('after', examples('hydra tasks validate suite'))
    .action((_: string, folder: string, options: { readonly json?: true }) =>
      abortCommandOnSignal(context, (signal) => validate(context, folder, options, signal)),
    );
