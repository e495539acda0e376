import { word } from './command-line.ts';
import { withoutOperands } from './command-flags.ts';
import type { Call } from './tool.ts';

/** Stands for the quoted paths until it is known which. */
export const FILES = '{files}';

/** The call with these words in place of the files and patterns that it was written with. */
export const selected = (call: Call, valued: ReadonlySet<string>, operands: readonly string[]): Call => ({
  ...call,
  args: [...withoutOperands(call.args, valued), ...operands.map(word)],
});
