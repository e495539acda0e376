import * as z from 'zod';
import type { RawReport, TestParser } from '../../domain/check/output-parser.ts';
import type { TestOutcome } from '../../domain/check/test-report.ts';
import { cargoTarget } from './cargo-target.ts';
import { joinNames, stripEscapes } from './clean-id.ts';
import { textLines } from './read-json.ts';
import { noReport, reportEntries, type TestEntry } from './test-entries.ts';
import { parseJson } from '../../domain/json/parse-json.ts';

const SOURCE = { format: 'libtest-json', tool: 'the Rust test runner', trust: 'structured' } as const;

const Event = z.looseObject({
  type: z.string(),
  event: z.string(),
  name: z.string().optional(),
  nextest: z.looseObject({ crate: z.string(), test_binary: z.string(), kind: z.string() }).optional(),
});
type Event = z.infer<typeof Event>;

const FINAL: ReadonlyMap<string, TestOutcome> = new Map([
  ['ok', 'passed'],
  ['failed', 'failed'],
  ['ignored', 'skipped'],
]);

const DOC_LINE = / \(line \d{1,9}\)/;

type Suite = {
  readonly target: string;
  ended: boolean;
  failed: boolean;
  readonly tests: Map<string, TestOutcome | null>;
};

/** JSON lines of libtest or nextest; cargo's own lines between them name the target. */
export const libtestJson: TestParser = {
  id: 'libtest-json',
  parse(raw) {
    const suites = readSuites(raw);
    if (suites === null) return noReport(SOURCE.tool, 'left a damaged report', raw);
    if (suites.length === 0) return noReport(SOURCE.tool, 'left no report', raw);
    return reportEntries(SOURCE, suites.flatMap(entriesOf), raw);
  },
};

const readSuites = ({ documents }: RawReport): readonly Suite[] | null => {
  const suites: Suite[] = [];
  let announced = '';
  for (const line of documents.flatMap(({ text }) => textLines(text))) {
    announced = cargoTarget(stripEscapes(line.slice(0, 2000))) ?? announced;
    if (!line.startsWith('{')) continue;
    const event = Event.safeParse(parseJson(line));
    if (!event.success) return null;
    if (event.data.type === 'suite' && event.data.event === 'started') {
      suites.push({ target: targetOf(event.data, announced), ended: false, failed: false, tests: new Map() });
      announced = '';
    } else if (!addEvent(event.data, suites.at(-1))) return null;
  }
  return suites;
};

const targetOf = ({ nextest }: Event, announced: string): string =>
  nextest ? `${nextest.crate} (${nextest.kind} ${nextest.test_binary})` : announced;

/** False if an event belongs to no open suite. */
const addEvent = ({ type, event, name }: Event, suite: Suite | undefined): boolean => {
  if (type !== 'suite' && type !== 'test') return true;
  if (!suite || suite.ended) return false;
  if (type === 'suite') {
    suite.ended = true;
    suite.failed = event !== 'ok';
  } else if (name !== undefined) {
    suite.tests.set(name, FINAL.get(event) ?? suite.tests.get(name) ?? null);
  }
  return true;
};

const entriesOf = ({ target, ended, failed, tests }: Suite): TestEntry[] => {
  const entries = [...tests].map(([name, outcome]): TestEntry => ({
    id: joinNames([target, name.replace(DOC_LINE, '')]),
    outcome: outcome ?? 'failed',
  }));
  // A suite without an end crashed; one that failed without a failed test failed by itself.
  const unexplained = !ended || (failed && entries.every(({ outcome }) => outcome !== 'failed'));
  return unexplained
    ? [{ id: target === '' ? '(test binary)' : target, outcome: 'failed' }, ...entries]
    : entries;
};
