import { cleanLines } from './clean-text.ts';

const EVENT = /^\{.*"Action":"/;

/** The text in a line of `go test -json`; any other line unchanged. */
const printed = (line: string): string => {
  if (!EVENT.test(line)) return `${line}\n`;
  try {
    const { Output } = JSON.parse(line) as { readonly Output?: unknown };
    return typeof Output === 'string' ? Output : '';
  } catch {
    return `${line}\n`;
  }
};

/** A log in which events of Go's test runner are replaced by their text. */
const unwrapEvents = (log: string): string =>
  log.includes('"Action":"') ? log.split('\n').map(printed).join('') : log;

const LONGEST_LOG = 1_000_000;
const MOST_LINES = 40;
const LONGEST_LINE = 300;
const MOST_TITLES = 20;
const TAIL = 20;
const AFTER_TITLE = 10;
const AFTER_ERROR = 3;
const TELLS =
  /\b(?:error|fail(?:ed|s|ure|ures)?|exception|panic(?:ked)?|assert\w*|expected|received|actual|cannot|traceback|fatal|undefined|not ok|timed out)\b|[✖✗×]/i;

/** Runners print the last part of a test's id. */
const titleOf = (id: string): string => id.slice(id.lastIndexOf(' > ') + 1).replace(/^> /, '');

/** Starts at a whole line, since half a secret would not be recognised. */
const tailOf = (log: string): string => {
  if (log.length <= LONGEST_LOG) return log;
  const cut = log.slice(-LONGEST_LOG);
  return cut.slice(cut.indexOf('\n') + 1);
};

/** Keys and blobs do not explain a failure. */
const ENCODED = /^\s*[A-Za-z0-9+/=_-]{40,}\s*$/;
const isUseful = (line: string): boolean => line.trim() !== '' && !ENCODED.test(line);

type Pick = { readonly at: number; readonly rank: number };

const around = (from: number, to: number, rank: number, length: number): readonly Pick[] =>
  Array.from({ length: Math.min(length, to + 1) - Math.max(0, from) }, (_, step) => ({
    at: Math.max(0, from) + step,
    rank,
  }));

const picks = (lines: readonly string[], titles: readonly string[]): readonly Pick[] =>
  lines.flatMap((line, at) => {
    if (titles.some((title) => line.includes(title))) return around(at, at + AFTER_TITLE, 0, lines.length);
    return TELLS.test(line) ? around(at - 1, at + AFTER_ERROR, 1, lines.length) : [];
  });

/** The best lines in order, with a mark where lines are left out. */
const inOrder = (lines: readonly string[], chosen: ReadonlySet<number>): readonly string[] => {
  const shown: string[] = [];
  let last = -1;
  for (const at of [...chosen].sort((left, right) => left - right)) {
    if (at > last + 1) shown.push('…');
    shown.push((lines[at] ?? '').slice(0, LONGEST_LINE));
    last = at;
  }
  return shown;
};

/**
 * The lines of a log that explain why a check failed: those about failed tests, those that mention errors,
 * else the last ones. Secrets are masked before anything is cut; lines about the negative control are left out.
 */
export const excerptLog = (log: string, failedTests: readonly string[] = []): readonly string[] => {
  const read = cleanLines(unwrapEvents(tailOf(log))).filter(isUseful);
  const titles = failedTests
    .slice(0, MOST_TITLES)
    .map(titleOf)
    .filter((title) => title.length > 2);
  const ranked = [...picks(read, titles)].sort((left, right) => left.rank - right.rank || left.at - right.at);
  const chosen = new Set<number>();
  for (const { at } of ranked) {
    if (chosen.size >= MOST_LINES) break;
    chosen.add(at);
  }
  if (chosen.size === 0)
    for (const { at } of around(read.length - TAIL, read.length - 1, 2, read.length)) chosen.add(at);
  return inOrder(read, chosen);
};
