import { Command, CommanderError } from 'commander';
import { ENGINE_VERSION } from '../../core/domain/run/engine-version.ts';
import { printable } from '../../core/report/text/printable.ts';
import { InfrastructureError, UserError } from '../../shell/errors/user-error.ts';
import { openSession } from '../wiring/session.ts';
import { type CommandEntry, commandList } from './command-list.ts';
import { EXIT } from './console/exit-codes.ts';
import { openTerminal, type Terminal } from './console/terminal.ts';
import { parserOutput, printError } from './console/usage-error.ts';

const DISK_FULL = {
  sentence: 'No space is left on the disk',
  hint: 'Free some space (`hydra cache --prune`; old runs are in .hydra/runs) and run the same command again.',
};
const TOO_MANY_FILES = {
  sentence: 'Too many files are open',
  hint: 'Raise the limit (`ulimit -n 4096`) or use fewer jobs (`--jobs`).',
};
const MACHINE_FAULTS: Readonly<Record<string, { readonly sentence: string; readonly hint: string }>> = {
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
  EMFILE: TOO_MANY_FILES,
  ENFILE: TOO_MANY_FILES,
};

const rootProgram = (terminal: Terminal): Command => {
  const program = new Command('hydra')
    .description('Many heads, one verdict: which candidate change should be merged, decided by evidence.')
    .version(ENGINE_VERSION, '-V, --version')
    .configureOutput(parserOutput(terminal, 'hydra'))
    .exitOverride()
    .addHelpText(
      'after',
      '\nExamples:\n  hydra demo\n  hydra evaluate --base main --candidates patches/\n  hydra merge latest\n',
    )
    .showSuggestionAfterError();
  for (const { name, summary } of commandList)
    program.command(name).description(summary).allowUnknownOption();
  return program;
};

/** A sentence and a hint for faults that the user or the machine can fix; anything else is a bug and keeps its stack. */
const report = (terminal: Terminal, error: unknown): number => {
  const { paint } = terminal;
  if (error instanceof UserError || error instanceof InfrastructureError) {
    printError(terminal, { message: error.message, hint: error.hint });
    return error instanceof UserError ? EXIT.user : EXIT.infrastructure;
  }
  const fault = MACHINE_FAULTS[(error as NodeJS.ErrnoException).code ?? ''];
  if (fault !== undefined) {
    printError(terminal, { message: `${fault.sentence}: ${String(error)}`, hint: fault.hint });
    return EXIT.infrastructure;
  }
  terminal.note(
    `${paint.bad('bug')}   ${printable(error instanceof Error ? (error.stack ?? error.message) : String(error))}`,
  );
  return EXIT.infrastructure;
};

const runCommand = async (
  terminal: Terminal,
  entry: CommandEntry,
  words: readonly string[],
): Promise<number> => {
  let exitCode: number = EXIT.yes;
  const module = await entry.load();
  const session = openSession();
  const command = module.build({ terminal, done: (code) => (exitCode = code), session });
  command.name(`hydra ${entry.name}`).exitOverride().showSuggestionAfterError();
  command.configureOutput(parserOutput(terminal, command.name()));
  for (const part of command.commands) part.copyInheritedSettings(command);
  try {
    await command.parseAsync([...words], { from: 'user' });
  } finally {
    await session.close();
  }
  return exitCode;
};

/** Masking is always reported. */
const reportMasked = ({ masked, note, paint }: Terminal): void => {
  const count = masked();
  if (count > 0)
    note(paint.warn(`${count} ${count === 1 ? 'secret' : 'secrets'} masked; the stored files are complete`));
};

const answer = async (terminal: Terminal, words: readonly string[]): Promise<number> => {
  const entry = commandList.find(({ name }) => name === words[0]);
  try {
    if (entry !== undefined) return await runCommand(terminal, entry, words.slice(1));
    const program = rootProgram(terminal);
    if (words.length === 0) program.outputHelp();
    else await program.parseAsync([...words], { from: 'user' });
    return EXIT.yes;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.yes : EXIT.user;
    return report(terminal, error);
  }
};

/** The whole command line; returns the exit code. */
export const runCli = async (words: readonly string[]): Promise<number> => {
  const terminal = openTerminal();
  const exitCode = await answer(terminal, words);
  reportMasked(terminal);
  return exitCode;
};
