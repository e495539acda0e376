import { withFlags, withoutFlags, type FlagSpec } from './command-flags.ts';
import type { Segment } from './command-line.ts';
import type { ProgramCall, Tool } from './tool.ts';

/** The call with other arguments. */
export const rebuilt = ({ before, program }: ProgramCall, args: Segment): Segment => [
  ...before,
  program,
  ...args,
];

type LinterSpec = Pick<Tool, 'id' | 'parser' | 'report' | 'launchers' | 'checksTypes'> & {
  readonly names?: readonly string[];
  /** Flags that fix instead of reporting, keep caches, or choose another output. */
  readonly drop: FlagSpec;
  /** Flags that ask for the report. */
  asks(file: string, args: Segment): readonly string[];
  /** Which uses of the program are this tool; all by default. */
  applies?(args: Segment): boolean;
};

/** A linter that is asked for a report by flags alone. */
export const linterTool = ({ drop, asks, applies = () => true, ...tool }: LinterSpec): Tool => ({
  names: [tool.id],
  ...tool,
  instrument: (call) =>
    applies(call.args)
      ? rebuilt(call, withFlags(withoutFlags(call.args, drop), asks(call.file, call.args)))
      : null,
});

/** Whether the first argument is one of these. */
export const firstIs =
  (...names: string[]) =>
  (args: Segment): boolean =>
    names.includes(args[0]?.text ?? '');
