import { mapMeasured, type Measured } from '../../domain/measured.ts';
import type { RawReport, TestParser } from '../../domain/check/output-parser.ts';
import type { TestReport } from '../../domain/check/test-report.ts';
import { cargoTest } from './cargo-test.ts';
import { readConsoleText } from './console-text.ts';
import { ctrf, CtrfReport } from './ctrf.ts';
import { exitCodeReport } from './exit-code.ts';
import { goTestJson } from './go-test-json.ts';
import { JestReport, jestJson } from './jest-json.ts';
import { junit } from './junit.ts';
import { libtestJson } from './libtest-json.ts';
import { mochaJson, MochaReport } from './mocha-json.ts';
import { readJsonDocument } from './read-json.ts';
import { rspecJson, RspecReport } from './rspec-json.ts';
import { looksLikeTap, tap } from './tap.ts';
import { noReport } from './test-entries.ts';

/** Picks a format by the text. */
export const auto: TestParser = {
  id: 'auto',
  parse(raw) {
    if (raw.documents.length === 0) return noReport('the test command', 'left no report', raw);
    const parser = recognise(raw);
    const report = parser ? parser.parse(raw) : readConsoleText(raw);
    if (isReportFile(raw)) return report;
    return report.known ? distrust(report) : exitCodeReport(raw);
  },
};

/** Any program can write a result to the console. */
const distrust = (report: Measured<TestReport>): Measured<TestReport> =>
  mapMeasured(report, (found) => ({ ...found, trust: 'low-trust' as const }));

const isReportFile = ({ documents }: RawReport): boolean =>
  documents.length > 0 && documents.every(({ name }) => /\.(?:xml|json|jsonl|ndjson|tap)$/i.test(name));

const recognise = (raw: RawReport): TestParser | null => {
  const texts = raw.documents.map(({ text }) => text);
  const every = (test: (text: string) => boolean) => texts.length > 0 && texts.every(test);
  if (every((text) => /^\ufeff?\s*<(?:\?xml|testsuite)/.test(text))) return junit;
  const json = texts.map((text) => (text.includes('{') ? readJsonDocument(text) : undefined));
  const all = (schema: { safeParse(value: unknown): { success: boolean } }) =>
    json.length > 0 && json.every((value) => schema.safeParse(value).success);
  if (all(CtrfReport)) return ctrf;
  if (all(JestReport)) return jestJson;
  if (all(MochaReport)) return mochaJson;
  if (all(RspecReport)) return rspecJson;
  if (texts.some((text) => /^\{"(?:Time|ImportPath|Action)":.*"Action":/m.test(text))) return goTestJson;
  if (texts.some((text) => /^\{ ?"type": ?"suite", ?"event": ?"started"/m.test(text))) return libtestJson;
  if (looksLikeTap(raw)) return tap;
  if (texts.some((text) => /^test result: (?:ok|FAILED)\. \d+ passed/m.test(text))) return cargoTest;
  return null;
};
