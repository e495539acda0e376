import { shellQuote } from '../domain/check/shell-quote.ts';
import { word } from './command-line.ts';
import { withoutOperands } from './command-flags.ts';
import type { ProgramCall } from './tool.ts';

/** Stands for the quoted paths until it is known which. */
export const FILES = '{files}';

/** Protects a path that looks like a flag. */
const operand = (path: string): string => shellQuote(path.startsWith('-') ? `./${path}` : path);

/** The command with these paths in the place of `{files}`. */
export const withFiles = (command: string, files: readonly string[]): string =>
  command.replaceAll(FILES, () => files.map(operand).join(' '));

/** The call with these words in place of the files and patterns that it was written with. */
export const selected = (
  call: ProgramCall,
  valued: ReadonlySet<string>,
  operands: readonly string[],
): ProgramCall => ({
  ...call,
  args: [...withoutOperands(call.args, valued), ...operands.map(word)],
});
