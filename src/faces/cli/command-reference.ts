import type { Command } from 'commander';
import { commandList } from './command-list.ts';
import { openTerminal } from './terminal.ts';

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

/** The examples of a help text, which tests run. */
const exampleLines = (command: Command): readonly string[] => {
  let after = '';
  command.configureOutput({ writeOut: (text) => (after += text) }).outputHelp();
  const [, examples = ''] = after.split('\nExamples:\n');
  return examples
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
};

const section = async ({ name, load }: (typeof commandList)[number]): Promise<string> => {
  const command = (await load()).build({ terminal: openTerminal(), done: () => {} }).name(`hydra ${name}`);
  return [
    `## hydra ${name}`,
    '',
    command.description(),
    '',
    '| argument or option | meaning |',
    '|---|---|',
    ...argumentRows(command),
    ...optionRows(command),
    '',
    '```sh',
    ...exampleLines(command),
    '```',
    '',
  ].join('\n');
};

/** docs/commands.md, from the commands themselves. */
export const commandReference = async (): Promise<string> => {
  const sections = await Promise.all(commandList.map(section));
  const head = [
    '# Commands',
    '',
    'Generated from the code by `npm run docs`; a test keeps it true.',
    '',
    'Standard output carries the result, and with `--json` only JSON; progress and notes go to standard error.',
    'Exit codes: 0 yes (a winner, verified, merged), 1 the decision is no, 2 something you can mend, 3 the machine failed.',
    '',
  ];
  return `${[...head, ...sections].join('\n').trimEnd()}\n`;
};
