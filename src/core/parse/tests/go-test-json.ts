import * as z from 'zod';
import type { TestParser } from '../../domain/check/output-parser.ts';
import type { TestOutcome } from '../../domain/check/test-report.ts';
import { joinNames } from './clean-id.ts';
import { textLines } from './read-json.ts';
import { noReport, reportEntries, type TestEntry } from './test-entries.ts';
import { parseJson } from '../../domain/json/parse-json.ts';

const SOURCE = { format: 'go-test-json', tool: 'go test', trust: 'structured' } as const;

const Event = z.looseObject({
  Action: z.string(),
  Package: z.string().optional(),
  Test: z.string().optional(),
});

const FINAL: ReadonlyMap<string, TestOutcome> = new Map([
  ['pass', 'passed'],
  ['fail', 'failed'],
  ['skip', 'skipped'],
]);

/** Before 1.20 a package that does not build has no event, only this line. */
const BUILD_FAILED = /^FAIL\t(\S+) \[(?:build|setup) failed\]$/;

type Package = { outcome: TestOutcome | null; tests: Map<string, TestOutcome | null> };

/** Events of `go test -json`; the compiler's messages in between are not JSON. */
export const goTestJson: TestParser = {
  id: 'go-test-json',
  parse(raw) {
    const packages = new Map<string, Package>();
    const packageOf = (name: string): Package => {
      const known = packages.get(name) ?? { outcome: null, tests: new Map() };
      packages.set(name, known);
      return known;
    };
    for (const line of raw.documents.flatMap(({ text }) => textLines(text))) {
      const unbuilt = BUILD_FAILED.exec(line)?.[1];
      if (unbuilt !== undefined) packageOf(unbuilt).outcome = 'failed';
      const event = line.startsWith('{') ? Event.safeParse(parseJson(line)) : null;
      if (event === null) continue;
      if (!event.success) return noReport(SOURCE.tool, 'left a damaged report', raw);
      const { Action, Package, Test } = event.data;
      if (Package === undefined) continue;
      const outcome = FINAL.get(Action) ?? null;
      const at = packageOf(Package);
      if (Test === undefined) at.outcome = worse(at.outcome, outcome);
      else at.tests.set(Test, worse(at.tests.get(Test) ?? null, outcome));
    }
    if (packages.size === 0) return noReport(SOURCE.tool, 'left no report', raw);
    const unfinished = [...packages].find(([, { outcome }]) => outcome === null);
    if (unfinished) return noReport(SOURCE.tool, `ended before the package ${unfinished[0]} did`, raw);
    return reportEntries(SOURCE, [...packages].flatMap(entriesOf), raw);
  },
};

/** With `-count` or a second event for one test the worst holds. */
const worse = (before: TestOutcome | null, now: TestOutcome | null): TestOutcome | null => {
  if (before === 'failed' || now === 'failed') return 'failed';
  return now ?? before;
};

const entriesOf = ([name, { outcome, tests }]: [string, Package]): TestEntry[] => {
  // A test without an end was running when its package died.
  const entries = [...tests].map(([test, result]): TestEntry => ({
    id: joinNames([name, test]),
    outcome: result ?? 'failed',
  }));
  const unexplained = outcome === 'failed' && entries.every((entry) => entry.outcome !== 'failed');
  return unexplained ? [{ id: name, outcome: 'failed' }, ...entries] : entries;
};
