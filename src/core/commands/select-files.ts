import { word } from './command-line.ts';
import { withoutOperands } from './command-flags.ts';
import type { ProgramCall } from './tool.ts';

/** Stands for the quoted paths until it is known which. */
export const FILES = '{files}';

/** The call with these words in place of the files and patterns that it was written with. */
export const selected = (
  call: ProgramCall,
  valued: ReadonlySet<string>,
  operands: readonly string[],
): ProgramCall => ({
  ...call,
  args: [...withoutOperands(call.args, valued), ...operands.map(word)],
});
