import type { CheckRun } from '../../core/domain/evidence/evidence.ts';
import type {
  LogMatches,
  LogOutline,
  LogPage,
  LogPlace,
  TestOutput,
} from '../../core/domain/window/log-view.ts';
import { isNotable, outlineOf } from '../../core/view/log-outline.ts';
import { logLine, maskLines } from '../../core/view/screen-text.ts';
import { UserError } from '../errors/user-error.ts';
import type { LogFile } from '../ports/run-window.ts';
import { treeOf } from '../stored/read-stored.ts';
import { digestsOfCheck, filesOfRun } from './check-files.ts';
import { findRow, findStored } from './find-run.ts';
import type { WindowTools } from './window-tools.ts';

const MOST_NOTABLE = 5_000;
const BEFORE_TEST = 2;
const LINES_OF_TEST = 60;
const MOST_TITLE = 300;

/** Removes control characters before looking for secrets: they could hide one. */
const clean = (lines: readonly string[]): string[] => maskLines(lines.map(logLine));

export const openLog = async (tools: WindowTools, run: string, digest: string): Promise<LogFile> => {
  const { id } = await findRow(tools, run);
  const log = await tools.window.openLog(id, digest);
  if (log !== null) return log;
  throw new UserError(
    'no-log',
    `Run ${id} has no file ${digest.slice(0, 64)}.`,
    'Logs are identified by their digest.',
  );
};

/** `from` below 0 counts from the end. */
export const logPage = async (
  tools: WindowTools,
  run: string,
  { digest, from, count }: { readonly digest: string; readonly from: number; readonly count: number },
): Promise<LogPage> => {
  const log = await openLog(tools, run, digest);
  const first = from < 0 ? Math.max(0, log.lines + from) : Math.min(from, log.lines);
  const { text, cut } = await log.read(first, count);
  return {
    digest: log.digest,
    bytes: log.bytes,
    lines: log.lines,
    from: first,
    text: clean(text),
    cut: [...cut],
  };
};

export const searchLog = async (
  tools: WindowTools,
  run: string,
  {
    digest,
    ...query
  }: {
    readonly digest: string;
    readonly text: string;
    readonly from: number;
    readonly limit: number;
    readonly caseSensitive: boolean;
  },
): Promise<LogMatches> => {
  const log = await openLog(tools, run, digest);
  const { matches, next } = await log.search(query);
  const texts = clean(matches.map(({ text }) => text));
  return {
    lines: log.lines,
    matches: matches.map(({ line, at }, index) => ({ line, at, text: texts[index] ?? '' })),
    next,
  };
};

export const logOutline = async (tools: WindowTools, run: string, digest: string): Promise<LogOutline> => {
  const log = await openLog(tools, run, digest);
  const notable = await log.find(isNotable, MOST_NOTABLE);
  const last = notable.at(-1) ?? 0;
  return outlineOf(log.lines, notable, notable.length < MOST_NOTABLE ? log.lines : last + 1);
};

/** Runners print the last part of a test's id; reports in JSON escape it. */
const titlesOf = (id: string): readonly string[] => {
  const title = (id.split(' > ').at(-1) ?? id).slice(0, MOST_TITLE);
  return [...new Set([title, JSON.stringify(title).slice(1, -1)])];
};

type Found = { readonly log: LogFile; readonly line: number };

/** The first line, in the files of these checks, that contains one of these texts; the first text counts most. */
const findLine = async (
  tools: WindowTools,
  id: string,
  { runs, texts }: { readonly runs: readonly CheckRun[]; readonly texts: readonly string[] },
): Promise<Found | null> => {
  const files = await filesOfRun(tools, id);
  const digests = runs.flatMap((run) => digestsOfCheck(files, run));
  for (const text of texts)
    for (const digest of digests) {
      const log = await openLog(tools, id, digest);
      const { matches } = await log.search({ text, from: 0, limit: 1, caseSensitive: true });
      if (matches[0] !== undefined) return { log, line: matches[0].line };
    }
  return null;
};

/** Where the log of a check contains something relevant. */
export const findPlace = async (
  tools: WindowTools,
  run: string,
  { source, check, find, or }: { source: string; check: string; find: string; or?: string | undefined },
): Promise<LogPlace> => {
  const stored = await findStored(tools, run);
  const runs = treeOf(stored, source).runs.filter((one) => one.check.name === check);
  const texts = or === undefined ? [find] : [find, or];
  const found = await findLine(tools, stored.id, { runs, texts });
  if (found !== null) return { digest: found.log.digest, line: found.line, reason: null };
  const [first] = runs.flatMap(({ outcome }) => (outcome.status === 'not-started' ? [] : [outcome.log]));
  return {
    digest: first?.sha256 ?? null,
    line: null,
    reason: `no log of ${check} has a line with this text`,
  };
};

const LAST_RESORT =
  'the log does not mention this test; it passed without output, or the runner calls it something else';

/** What the logs of the test checks contain about one test. */
export const testOutput = async (
  tools: WindowTools,
  run: string,
  { source, test }: { readonly source: string; readonly test: string },
): Promise<TestOutput> => {
  const stored = await findStored(tools, run);
  const tree = treeOf(stored, source);
  const outcomes = tree.tests.known ? (tree.tests.value.outcomes ?? {}) : {};
  const asked = {
    source,
    test,
    outcome: Object.hasOwn(outcomes, test) ? (outcomes[test] ?? null) : null,
  };
  const runs = tree.runs.filter(
    ({ check, outcome }) => check.kind === 'test' && outcome.status !== 'not-started',
  );
  const found = await findLine(tools, stored.id, { runs, texts: titlesOf(test) });
  if (found !== null) {
    const { log, line } = found;
    const from = Math.max(0, line - BEFORE_TEST);
    const { text } = await log.read(from, LINES_OF_TEST);
    return { ...asked, digest: log.digest, line, from, text: clean(text), reason: null };
  }
  const [first] = runs.flatMap(({ outcome }) => (outcome.status === 'not-started' ? [] : [outcome.log]));
  return { ...asked, digest: first?.sha256 ?? null, line: null, from: null, text: [], reason: LAST_RESORT };
};
