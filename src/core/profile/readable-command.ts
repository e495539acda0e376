import type { ReportSource } from '../domain/check/check.ts';
import { type Instrumented, instrumentCommand, instrumentSegments } from '../commands/instrument-command.ts';
import { CONSOLE, insideParser } from '../domain/check/inside-console.ts';
import type { Tool } from '../commands/tool.ts';
import { TOOLS } from '../languages/languages.ts';
import type { ProposedCommand, ProposedScript, Purpose } from '../languages/parts/profile.ts';

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
  const script: Partial<ProposedScript> & Pick<ProposedScript, 'command' | 'text'> =
    typeof proposed === 'string' ? { command: proposed, text: proposed } : proposed;
  const { command, segments, whole } = script;
  const known =
    segments === undefined
      ? instrumentCommand(command, TOOLS[purpose])
      : segments && instrumentSegments(segments, TOOLS[purpose]);
  const read = fromInstrumented(known, purpose, command) ?? byVariable(purpose, script);
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

type Unreadable = Pick<ProposedScript, 'command' | 'text'> &
  Pick<Partial<ProposedScript>, 'dependencies' | 'segments'>;

/** Runners take their reporter from a variable too, for commands that cannot be taken apart. */
const byVariable = (purpose: Purpose, script: Unreadable): ReadableCommand => {
  const { command } = script;
  const found = purpose === 'test' ? runnerOf(script) : null;
  if (found !== null) return found.unsure ? insideOthers(command, found) : alone(command, found);
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

type ByVariable = Pick<Tool, 'id' | 'parser'> & NonNullable<Tool['byVariable']>;

const MOST_TEXT = 4096;

/** What the text mentions; else what the project depends on; else what any program of the command may use. */
const runnerOf = (script: Unreadable): (ByVariable & { readonly unsure: boolean }) | null => {
  const shown = script.text.slice(0, MOST_TEXT);
  const tools = TOOLS.test.flatMap(({ id, parser, byVariable: by }) =>
    by === undefined ? [] : [{ id, parser, ...by }],
  );
  const named = tools.filter(({ looksLike }) => looksLike.test(shown));
  const possible = named.length > 0 ? named : possibleIn(tools, script);
  const [only, ...more] = possible;
  const isOther = ({ id, mention }: Tool): boolean => id !== only?.id && mention?.test(shown) === true;
  if (only === undefined || more.length > 0 || TOOLS.test.some(isOther)) return null;
  return { ...only, unsure: only.inside !== undefined || named.length === 0 };
};

const possibleIn = (
  tools: readonly ByVariable[],
  { dependencies, segments }: Unreadable,
): readonly ByVariable[] => {
  const owned = tools.filter(({ inside }) => inside !== undefined && dependencies?.has(inside) === true);
  if (owned.length > 0 || dependencies === undefined) return owned;
  const hasRunner = TOOLS.test.some(({ names }) => names.some((name) => dependencies.has(name)));
  return hasRunner ? [] : tools.filter(({ mayRun }) => segments && mayRun?.(segments));
};

const alone = (command: string, { id, parser, sets, file }: ByVariable): ReadableCommand => ({
  command: `export ${sets}; ${command}`,
  plain: command,
  tool: id,
  parser,
  report: { from: 'report-file', name: file },
  select: null,
  notes: [],
});

/** The command may not start the runner after all: then its console counts. */
const insideOthers = (command: string, { id, parser, sets }: ByVariable): ReadableCommand => {
  const console = `"$HYDRA_REPORT_DIR/${CONSOLE}"`;
  return {
    command: `( export ${sets}; ${command}\n) > ${console} 2>&1; status=$?; cat ${console}; exit $status`,
    plain: command,
    tool: null,
    parser: insideParser(parser),
    report: { from: 'report-file', name: '*' },
    select: null,
    notes: [
      `the test command \`${command.slice(0, 120)}\` cannot be taken apart: if it runs ${id}, results are read by name; otherwise its exit code counts, and its output as far as the two agree (low trust)`,
    ],
  };
};
