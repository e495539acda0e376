import { measured, type Measured } from '../../domain/measured.ts';
import type { RawReport, TestParser } from '../../domain/check/output-parser.ts';
import type { TestOutcome } from '../../domain/check/test-report.ts';
import { joinNames, stripEscapes } from './clean-id.ts';
import { cargoTarget } from './cargo-target.ts';
import { textLines } from './read-json.ts';
import { noReport, reportEntries, type TestEntry } from './test-entries.ts';

const SOURCE = { format: 'cargo-test', tool: 'cargo test', trust: 'low-trust' } as const;
const MAX_LINE = 2000;

const RUNNING = /^running \d{1,9} tests?$/;
const TEST = /^test (.+?) \.\.\. (ok|FAILED|ignored)(?=$|, | <)/;
const RESULT = /^test result: (?:ok|FAILED)\. (\d{1,9}) passed; (\d{1,9}) failed; (\d{1,9}) ignored;/;
const DOC_LINE = / \(line (\d{1,9})\)/;

const OUTCOME: Readonly<Record<string, TestOutcome>> = { ok: 'passed', FAILED: 'failed', ignored: 'skipped' };

type Line = { readonly name: string; readonly outcome: TestOutcome; readonly line: number };
type Binary = {
  readonly target: string;
  readonly tests: Line[];
  counts: readonly number[] | null;
  started: boolean;
};

/** libtest's output for people: a stable cargo offers nothing better for every kind of target. */
export const cargoTest: TestParser = {
  id: 'cargo-test',
  parse(raw) {
    const binaries = readBinaries(raw);
    if (binaries.length === 0) return noReport(SOURCE.tool, 'ran no test binary: it may not compile', raw);
    const entries: TestEntry[] = [];
    for (const binary of binaries) {
      const found = entriesOf(binary, raw);
      if (!found.known) return found;
      for (const entry of found.value) entries.push(entry);
    }
    return reportEntries(SOURCE, entries, raw);
  },
};

const readBinaries = ({ documents }: RawReport): readonly Binary[] => {
  const binaries: Binary[] = [];
  const open = (target: string, started: boolean) =>
    binaries.push({ target, tests: [], counts: null, started });
  for (const line of documents.flatMap(({ text }) => textLines(stripEscapes(text)))) {
    if (line.length > MAX_LINE) continue;
    const target = cargoTarget(line);
    if (target !== null) open(target, false);
    else if (RUNNING.test(line)) {
      const last = binaries.at(-1);
      if (last && !last.started) last.started = true;
      else open('', true);
    } else readLine(line, binaries.at(-1));
  }
  return binaries;
};

const readLine = (line: string, binary: Binary | undefined): void => {
  if (!binary || binary.counts !== null) return;
  const test = TEST.exec(line);
  if (test) {
    const [, name = '', word = ''] = test;
    const at = Number(DOC_LINE.exec(name)?.[1] ?? 0);
    binary.tests.push({ name: name.replace(DOC_LINE, ''), outcome: OUTCOME[word] ?? 'failed', line: at });
  }
  const result = RESULT.exec(line);
  if (result) binary.counts = result.slice(1, 4).map(Number);
};

const entriesOf = ({ target, tests, counts }: Binary, raw: RawReport): Measured<readonly TestEntry[]> => {
  // Lines move with every edit, so a doc-test is identified by its place among those of its item.
  const ordered = tests.toSorted((a, b) => a.line - b.line);
  const entries = ordered.map(({ name, outcome }): TestEntry => ({ id: joinNames([target, name]), outcome }));
  if (counts === null) {
    // The binary ended before its summary: an abort, or an exit in the middle.
    return measured([{ id: target === '' ? '(test binary)' : target, outcome: 'failed' }, ...entries]);
  }
  const seen = (['passed', 'failed', 'skipped'] as const).map(
    (outcome) => tests.filter((test) => test.outcome === outcome).length,
  );
  return seen.every((count, index) => count === counts[index])
    ? measured(entries)
    : noReport(SOURCE.tool, `printed tests of ${target} that do not add up to its summary`, raw);
};
