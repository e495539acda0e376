import type { ReportSource } from '../domain/check/check.ts';
import { type Instrumented, instrumentCommand, instrumentSegments } from '../commands/instrument-command.ts';
import { TOOLS } from '../languages/languages.ts';
import type { ProposedCommand, Purpose } from '../languages/parts/profile.ts';

/** A command, and how its output will be read. */
export type ReadableCommand = {
  readonly command: string;
  /** As run by hand, without our reporter. */
  readonly plain: string;
  readonly tool: string | null;
  readonly parser: string | null;
  readonly report: ReportSource;
  /** For some test files only, given by `{files}`; null: it only runs as a whole. */
  readonly select: string | null;
  readonly notes: readonly string[];
};

/** A command of a profile or of the configuration; one that is not recognised is run as it is. */
export const readableCommand = (purpose: Purpose, proposed: ProposedCommand): ReadableCommand => {
  const { command, text, segments, whole } =
    typeof proposed === 'string'
      ? { command: proposed, text: proposed, segments: undefined, whole: false }
      : proposed;
  const known =
    segments === undefined
      ? instrumentCommand(command, TOOLS[purpose])
      : segments && instrumentSegments(segments, TOOLS[purpose]);
  const read = fromInstrumented(known, purpose, command) ?? byVariable(purpose, command, text);
  return whole === true ? { ...read, select: null } : read;
};

const fromInstrumented = (
  known: Instrumented | null,
  purpose: Purpose,
  plain: string,
): ReadableCommand | null => {
  if (known === null) return null;
  const { command, tool, parser, report, unread, select } = known;
  const note = `the ${purpose} command also runs ${unread.join(', ')}: only the results of ${tool} are read by name`;
  return { command, plain, tool, parser, report, select, notes: unread.length > 0 ? [note] : [] };
};

/** Runners take their reporter from a variable too, for commands that cannot be taken apart. */
const byVariable = (purpose: Purpose, command: string, text: string): ReadableCommand => {
  const shown = text.slice(0, 4096);
  const matches = TOOLS.test.filter((tool) => tool.byVariable?.looksLike.test(shown));
  const [only] = matches;
  const others = TOOLS.test.some((tool) => tool.mention?.test(shown));
  if (purpose === 'test' && only?.byVariable !== undefined && matches.length === 1 && !others) {
    const { id, parser, byVariable: reporter } = only;
    return {
      command: `export ${reporter.sets}; ${command}`,
      plain: command,
      tool: id,
      parser,
      report: { from: 'report-file', name: reporter.file },
      select: null,
      notes: [],
    };
  }
  const note = `the ${purpose} command \`${command.slice(0, 120)}\` calls no tool that Hydra knows: its exit code counts, and its output as far as the two agree (low trust)`;
  return {
    command,
    plain: command,
    tool: null,
    parser: 'auto',
    report: { from: 'log' },
    select: null,
    notes: [note],
  };
};
