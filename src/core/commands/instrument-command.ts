import type { ReportSource } from '../domain/check/check.ts';
import { parseCommandLine, renderCommandLine, type Segment, word } from './command-line.ts';
import type { Tool } from './tool.ts';
import { findToolCall } from './tool-call.ts';

/** A command that leaves a report which a parser can read. */
export type Instrumented = {
  readonly command: string;
  readonly tool: string;
  readonly parser: string;
  readonly report: ReportSource;
  /** Other tools in the same command, whose results are not read. */
  readonly unread: readonly string[];
  /** The same for some test files alone, named by `{files}`; null: it only runs whole. */
  readonly select: string | null;
};

type Found = { readonly index: number; readonly tool: Tool; readonly at: number };

/** Puts the tool's own structured reporter into the segment that calls it. Null: no tool that we know. */
export const instrumentCommand = (command: string, tools: readonly Tool[]): Instrumented | null => {
  const segments = parseCommandLine(command);
  return segments === null ? null : instrumentSegments(segments, tools);
};

export const instrumentSegments = (
  segments: readonly Segment[],
  tools: readonly Tool[],
): Instrumented | null => {
  const found = segments.flatMap((words, index) => findTool(words, index, tools));
  // Types have a check of their own.
  const chosen = (found.find(({ tool }) => tool.checksTypes !== true) ?? found[0])?.tool;
  if (chosen === undefined) return null;
  const calls = found.filter(({ tool }) => tool.id === chosen.id);
  const changed = [...segments];
  for (const [order, call] of calls.entries()) {
    const file = fileOf(chosen, order, calls.length);
    const asked = instrumentCall(segments[call.index]!, call, file);
    changed[call.index] = redirects(chosen, segments) ? [...asked, word('>>'), word(file)] : asked;
  }
  return {
    command: renderCommandLine(changed),
    tool: chosen.id,
    parser: chosen.parser,
    report: reportOf(chosen, calls.length, segments),
    select: calls.length === 1 ? selectFiles(segments, calls[0]!) : null,
    unread: [...new Set(found.filter(({ tool }) => tool.id !== chosen.id).map(({ tool }) => tool.id))],
  };
};

/** The files, folders and patterns that the runner is called with, of which a selection takes the place. */
export const operandsOf = (segments: readonly Segment[], tools: readonly Tool[]): readonly string[] =>
  segments.flatMap((words, index) =>
    findTool(words, index, tools).flatMap(({ tool, at }) => {
      const call = split(words, at, '""');
      const left = tool.select?.(call) ?? null;
      if (left === null) return [];
      const whole = new Set(tool.instrument(call));
      const kept = new Set(left);
      return call.args.filter((one) => whole.has(one) && !kept.has(one)).map(({ text }) => text);
    }),
  );

/** Commands before the runner prepare it; commands after it are not about tests. */
const selectFiles = (segments: readonly Segment[], { tool, index, at }: Found): string | null => {
  const file = fileOf(tool, 0, 1);
  const chosen = tool.select?.(split(segments[index]!, at, file)) ?? null;
  if (chosen === null) return null;
  const asked = redirects(tool, segments) ? [...chosen, word('>>'), word(file)] : chosen;
  return renderCommandLine([...segments.slice(0, index), asked]);
};

const findTool = (words: Segment, index: number, tools: readonly Tool[]): Found[] => {
  const names = new Set(tools.flatMap((tool) => tool.names));
  const launchers = tools.flatMap((tool) => tool.launchers ?? []);
  const call = findToolCall(words, names, launchers);
  if (call === null) return [];
  const tool = tools.find(
    (candidate) =>
      candidate.names.includes(call.tool) && candidate.instrument(split(words, call.at, '""')) !== null,
  );
  return tool === undefined ? [] : [{ index, tool, at: call.at }];
};

const split = (words: Segment, at: number, file: string) => ({
  before: words.slice(0, at),
  program: words[at]!,
  args: words.slice(at + 1),
  file,
});

const instrumentCall = (words: Segment, { tool, at }: Found, file: string): Segment =>
  tool.instrument(split(words, at, file)) ?? words;

/** What others print must not end up in the middle of a report. */
const redirects = ({ report }: Tool, segments: readonly Segment[]): boolean =>
  report.from === 'stdout' && segments.length > 1;

const fileOf = ({ report }: Tool, order: number, calls: number): string => {
  if (!('name' in report)) return '""';
  const name = report.from === 'given-file' ? numbered(report.name, order, calls) : report.name;
  return `"$HYDRA_REPORT_DIR/${name}"`;
};

const numbered = (name: string, order: number | '*', calls: number): string => {
  const dot = name.lastIndexOf('.');
  const mark = order === '*' ? '*' : order + 1;
  return calls > 1 ? `${name.slice(0, dot)}-${mark}${name.slice(dot)}` : name;
};

const reportOf = (tool: Tool, calls: number, segments: readonly Segment[]): ReportSource => {
  const { report } = tool;
  if (report.from === 'log') return { from: 'log' };
  if (report.from === 'workspace-files') return { from: 'workspace-files', pattern: report.pattern };
  if (report.from === 'stdout' && !redirects(tool, segments)) return { from: 'stdout' };
  const several = report.from === 'given-file' ? calls : 1;
  return { from: 'report-file', name: numbered(report.name, '*', several) };
};
