import { setFlagsFromString } from 'node:v8';
import { Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../console/command-context.ts';
import { examples, repoOption } from '../console/common-options.ts';
import { showPage, startWeb, untilSignal } from '../console/serve-until-signal.ts';

type Options = {
  readonly repo: string;
  readonly port?: number;
  readonly open: boolean;
  readonly bench?: string;
  readonly suite?: string;
};

const portNumber = (text: string): number => {
  const port = Number(text);
  if (!Number.isSafeInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('A port is a number from 0 to 65535; 0 is any free one.');
  return port;
};

const serve = async (context: CommandContext, { open, ...options }: Options): Promise<void> => {
  // A server runs for days and mostly waits: half the memory is worth more than the last milliseconds.
  setFlagsFromString('--optimize-for-size');
  const server = await startWeb(context, options);
  showPage(context, server, '/', { open });
  await untilSignal(context);
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Serve the runs of this repository as a local web app, with an HTTP API at /api. Prints the address, whose token allows changes, and opens it if run in a terminal.',
    )
    .option('--port <n>', 'listen on this port (default: 4717, or any free one)', portNumber)
    .option('--no-open', 'do not open a browser')
    .option('--bench <dir>', 'folder of benchmark runs (default: .hydra/bench of the repository)')
    .option(
      '--suite <dir>',
      'tasks that benchmark runs are ranked over: smoke, real or a folder (default: smoke, the bundled ones)',
    )
    .addOption(repoOption())
    .addHelpText('after', examples('hydra serve', 'hydra serve --port 8080 --no-open'))
    .action((options: Options) => serve(context, options));
