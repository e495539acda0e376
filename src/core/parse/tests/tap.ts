import type { Measured } from '../../domain/measured.ts';
import type { RawReport, TestParser } from '../../domain/check/output-parser.ts';
import type { TestOutcome, TestReport } from '../../domain/check/test-report.ts';
import { joinNames, stripEscapes } from './clean-id.ts';
import { textLines } from './read-json.ts';
import { readTapDocument, type TapNode } from './tap-document.ts';
import type { TapPoint } from './tap-lines.ts';
import { noReport, reportEntries, type TestEntry } from './test-entries.ts';

const SOURCE = { format: 'tap', tool: 'the TAP producer', trust: 'structured' } as const;
const VERSION = /^TAP version \d+\s*$/;

/** TAP 12, 13 and 14; several streams one after the other are several documents. */
export const tap: TestParser = {
  id: 'tap',
  parse(raw): Measured<TestReport> {
    const entries: TestEntry[] = [];
    const streams = raw.documents.flatMap(({ text }) => streamsOf(textLines(stripEscapes(text))));
    if (streams.length === 0) return noReport(SOURCE.tool, 'left no report', raw);
    for (const lines of streams) {
      const nodes = readTapDocument(lines);
      if (typeof nodes === 'string') return noReport(SOURCE.tool, `left a stream that ${nodes}`, raw);
      for (const node of nodes) addEntries(node, [node.group], entries);
    }
    return reportEntries(SOURCE, entries, raw);
  },
};

/** A version line starts a new stream; lines before the first one are noise, unless there is none. */
const streamsOf = (lines: readonly string[]): (readonly string[])[] => {
  if (lines.length === 0) return [];
  const starts = lines.flatMap((line, index) => (VERSION.test(line) ? [index] : []));
  if (starts.length === 0) return [lines];
  return starts.map((start, index) => lines.slice(start + 1, starts[index + 1]));
};

/** Only leaves are tests; a parent counts if it failed and no child explains it. */
const addEntries = (node: TapNode, above: readonly string[], entries: TestEntry[]): boolean => {
  const names = [...above, node.point.name === '' ? '(unnamed)' : node.point.name];
  const outcome = outcomeOf(node.point);
  if (node.children.length === 0) {
    entries.push({ id: joinNames(names), outcome: node.planBroken ? 'failed' : outcome });
    return outcome === 'failed' || node.planBroken;
  }
  let childFailed = false;
  for (const child of node.children) childFailed = addEntries(child, names, entries) || childFailed;
  const ownFailure = node.planBroken || (outcome === 'failed' && !childFailed);
  if (ownFailure) entries.push({ id: joinNames(names), outcome: 'failed' });
  return ownFailure || childFailed;
};

const outcomeOf = ({ ok, directive }: TapPoint): TestOutcome => {
  if (directive !== null) return 'skipped';
  return ok ? 'passed' : 'failed';
};

/** For `auto`: a plan and a test point, or a version line. */
export const looksLikeTap = ({ documents }: RawReport): boolean =>
  documents.some(
    ({ text }) =>
      /^TAP version \d+\s*$/m.test(text) || (/^1\.\.\d+/m.test(text) && /^(?:not )?ok\b/m.test(text)),
  );
