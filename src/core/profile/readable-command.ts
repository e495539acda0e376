import type { ReportSource } from '../domain/check/check.ts';
import { type Instrumented, instrumentCommand, instrumentSegments } from '../commands/instrument-command.ts';
import { CONSOLE, insideParser } from '../domain/check/inside-console.ts';
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

type Unreadable = Pick<ProposedScript, 'command' | 'text'> & Pick<Partial<ProposedScript>, 'dependencies'>;

/** Runners take their reporter from a variable too, for commands that cannot be taken apart. */
const byVariable = (purpose: Purpose, script: Unreadable): ReadableCommand => {
  const found = purpose === 'test' ? (namedIn(script) ?? insideOf(script)) : null;
  if (found !== null) return found;
  const { command } = script;
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

const MOST_TEXT = 4096;

/** The only runner that the text mentions. */
const namedIn = ({ command, text }: Unreadable): ReadableCommand | null => {
  const shown = text.slice(0, MOST_TEXT);
  const [only, ...more] = TOOLS.test.filter((tool) => tool.byVariable?.looksLike.test(shown));
  const others = TOOLS.test.some((tool) => tool !== only && tool.mention?.test(shown));
  if (only?.byVariable === undefined || more.length > 0 || others) return null;
  return {
    command: `export ${only.byVariable.sets}; ${command}`,
    plain: command,
    tool: only.id,
    parser: only.parser,
    report: { from: 'report-file', name: only.byVariable.file },
    select: null,
    notes: [],
  };
};

/** No runner is mentioned, but the command may run one that the project depends on: if not, its console counts. */
const insideOf = ({ command, text, dependencies }: Unreadable): ReadableCommand | null => {
  const shown = text.slice(0, MOST_TEXT);
  const [only, ...more] = TOOLS.test.filter(({ byVariable: by }) =>
    by?.insideOthers === undefined ? false : dependencies?.has(by.insideOthers),
  );
  const mentioned = TOOLS.test.some(
    (tool) => tool.mention?.test(shown) || tool.byVariable?.looksLike.test(shown),
  );
  if (only?.byVariable === undefined || more.length > 0 || mentioned) return null;
  const console = `"$HYDRA_REPORT_DIR/${CONSOLE}"`;
  return {
    command: `( export ${only.byVariable.sets}; ${command}\n) > ${console} 2>&1; status=$?; cat ${console}; exit $status`,
    plain: command,
    tool: null,
    parser: insideParser(only.parser),
    report: { from: 'report-file', name: '*' },
    select: null,
    notes: [
      `the test command \`${command.slice(0, 120)}\` names no tool that Hydra knows: if it runs ${only.id}, results are read by name; otherwise its exit code counts, and its output as far as the two agree (low trust)`,
    ],
  };
};
