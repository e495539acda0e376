import { SaxesParser } from 'saxes';
import type { TestOutcome } from '../../domain/check/test-report.ts';

/** A `testcase` of the document, or a `testsuite` that failed by itself. */
export type JunitCase = {
  readonly suites: readonly string[];
  readonly classname: string;
  readonly name: string;
  readonly file: string;
  readonly outcome: TestOutcome;
  /** Its attribute, in lower case. */
  readonly status: string;
  /** The message of its `skipped`. */
  readonly skipped: string;
};

type Attributes = Readonly<Record<string, string>>;
type Suite = { name: string; file: string; declaredFailures: number; failures: number };
type OpenCase = { attributes: Attributes; outcome: TestOutcome; skipped: string };

class Refused extends Error {}

const ROOTS = new Set(['testsuites', 'testsuite']);
const FAILURES = new Set(['failure', 'error']);
const NOT_RUN = new Set(['notrun', 'disabled', 'skipped', 'ignored']);
const MAX_DEPTH = 200;

/** All cases of one document, or the reason why it is not well-formed. */
export const readJunitCases = (xml: string): readonly JunitCase[] | string => {
  const reader = junitReader();
  try {
    reader.parser.write(xml.startsWith('\ufeff') ? xml.slice(1) : xml).close();
    return reader.cases;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    return 'is not well-formed XML';
  }
};

const junitReader = () => {
  const parser = new SaxesParser();
  const cases: JunitCase[] = [];
  const elements: string[] = [];
  const suites: Suite[] = [];
  let open: OpenCase | null = null;

  const push = (attributes: Attributes, outcome: TestOutcome, skipped = '') => {
    const suite = suites.at(-1);
    if (suite && outcome === 'failed') suite.failures += 1;
    cases.push({
      suites: suites.map(({ name }) => name),
      classname: attributes['classname'] ?? '',
      name: attributes['name'] ?? '',
      file: attributes['file'] ?? suite?.file ?? '',
      outcome,
      status: statusOf(attributes),
      skipped,
    });
  };

  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Refused('declares a document type, which no JUnit report needs');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const parent = elements.at(-1);
    if (parent === undefined && !ROOTS.has(name)) throw new Refused('is no JUnit report');
    if (elements.push(name) > MAX_DEPTH) throw new Refused('is nested too deeply');
    if (name === 'testsuite') suites.push(suiteOf(attributes, suites.at(-1)));
    else if (name === 'testcase') open = { attributes, outcome: initialOutcome(attributes), skipped: '' };
    else if (parent === 'testcase' && open) {
      open.outcome = outcomeAfter(open.outcome, name);
      if (name === 'skipped') open.skipped = attributes['message'] ?? '';
    } else if (parent === 'testsuite' && FAILURES.has(name)) push({}, 'failed');
  });
  parser.on('closetag', ({ name }) => {
    elements.pop();
    if (name === 'testcase' && open) {
      push(open.attributes, open.outcome, open.skipped);
      open = null;
    }
    if (name === 'testsuite') {
      const suite = suites.at(-1);
      if (suite && suite.declaredFailures > 0 && suite.failures === 0) push({}, 'failed');
      const closed = suites.pop();
      const above = suites.at(-1);
      if (closed && above) above.failures += closed.failures;
    }
  });
  return { parser, cases };
};

const suiteOf = (attributes: Attributes, above: Suite | undefined): Suite => ({
  name: attributes['name'] ?? '',
  file: attributes['file'] ?? attributes['filepath'] ?? above?.file ?? '',
  declaredFailures: countOf(attributes['failures']) + countOf(attributes['errors']),
  failures: 0,
});

const countOf = (text: string | undefined): number =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : 0;

const statusOf = (attributes: Attributes): string => (attributes['status'] ?? '').toLowerCase();

/** Some writers use an attribute for a case that did not run. */
const initialOutcome = (attributes: Attributes): TestOutcome =>
  NOT_RUN.has(statusOf(attributes)) ? 'skipped' : 'passed';

/** A failure outweighs everything else reported on the same case. */
const outcomeAfter = (outcome: TestOutcome, element: string): TestOutcome => {
  if (outcome === 'failed' || FAILURES.has(element)) return 'failed';
  return element === 'skipped' ? 'skipped' : outcome;
};
