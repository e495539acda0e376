import type { Command } from 'commander';
import { openSession } from '../wiring/session.ts';
import type { CommandContext } from './console/command-context.ts';
import { type CommandEntry, commandList } from './command-list.ts';
import { openTerminal } from './console/terminal.ts';

const HEAD = [
  '# Commands',
  '',
  'Generated from the code by `npm run docs`; a test keeps it up to date.',
  '',
  'Standard output has the result, and with `--json` only JSON ([its shape](json.md)); progress and notes go to',
  'standard error. A run is named by its id, by a unique prefix of it, or by `latest`.',
  '',
  'Exit codes: 0 yes (a winner, merged, verified), 1 the decision is no (no mergeable candidate, a conflict, a changed',
  'byte), 2 something you can fix, 3 the machine failed, 4 requests of a panel wait for replies in files.',
  '',
];

let context: CommandContext | undefined;

/** A command as defined; all of them share one terminal. */
export const loadCommand = async ({ name, load }: CommandEntry): Promise<Command> =>
  (await load())
    .build((context ??= { terminal: openTerminal(), done: () => {}, session: openSession() }))
    .name(`hydra ${name}`);

/** The examples at the end of a help text. */
export const helpExamples = (command: Command): readonly string[] => {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  const [, examples = ''] = help.split('\nExamples:\n');
  return examples
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
};

const cellText = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const optionRows = (command: Command): readonly string[] =>
  command.options.map(({ flags, description, defaultValue, defaultValueDescription, mandatory }) => {
    const standard = defaultValueDescription ?? (Array.isArray(defaultValue) ? undefined : defaultValue);
    const note = mandatory ? ' (required)' : standard === undefined ? '' : ` (default: ${String(standard)})`;
    return `| \`${cellText(flags)}\` | ${cellText(description)}${note} |`;
  });

const argumentRows = (command: Command): readonly string[] =>
  command.registeredArguments.map(
    (argument) =>
      `| \`${argument.required ? `<${argument.name()}>` : `[${argument.name()}]`}\` | ${cellText(argument.description)} |`,
  );

const describe = (heading: string, command: Command): readonly string[] => {
  const rows = [...argumentRows(command), ...optionRows(command)];
  const table = rows.length === 0 ? [] : ['| argument or option | meaning |', '|---|---|', ...rows, ''];
  return [heading, '', command.description(), '', ...table, '```sh', ...helpExamples(command), '```', ''];
};

const section = async ({ name, ...entry }: CommandEntry): Promise<string> => {
  const command = await loadCommand({ name, ...entry });
  const parts = command.commands.flatMap((part) => describe(`### hydra ${name} ${part.name()}`, part));
  return [...describe(`## hydra ${name}`, command), ...parts].join('\n');
};

/** Every command with a link to its section of the page. */
export const commandTable = (page: string): readonly string[] => [
  '| command | does |',
  '|---|---|',
  ...commandList.map(
    ({ name, summary }) => `| [\`hydra ${name}\`](${page}#hydra-${name}) | ${cellText(summary)} |`,
  ),
];

/** docs/commands.md, from the commands themselves. */
export const commandReference = async (): Promise<string> => {
  const sections = await Promise.all(commandList.map(section));
  return `${[...HEAD, ...commandTable(''), '', ...sections].join('\n').trimEnd()}\n`;
};
