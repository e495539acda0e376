import * as z from 'zod';
import type { TestParser } from '../../domain/check/output-parser.ts';
import type { TestOutcome } from '../../domain/check/test-report.ts';
import { joinNames, pathInId } from './clean-id.ts';
import { readReporterRuns } from './reporter-runs.ts';
import { reportEntries, type TestEntry } from './test-entries.ts';

const SOURCE = { format: 'node-test', tool: 'node:test', trust: 'structured' } as const;

const Nesting = z.int().min(0).max(1000);
const Start = z.looseObject({ type: z.literal('start'), nesting: Nesting, name: z.string() });
const End = z.looseObject({
  type: z.enum(['pass', 'fail']),
  nesting: Nesting,
  name: z.string(),
  file: z.string(),
  kind: z.string(),
  skip: z.boolean(),
  todo: z.boolean(),
  failure: z.string(),
});
type End = z.infer<typeof End>;
const Event = z.discriminatedUnion('type', [Start, End]);
type Event = z.infer<typeof Event>;

/** JSON lines by `reporters/node-test.mjs`. */
export const nodeTest: TestParser = {
  id: 'node-test',
  parse(raw) {
    const runs = readReporterRuns(raw, SOURCE.tool, Event);
    if (!runs.known) return runs;
    return reportEntries(
      SOURCE,
      runs.value.flatMap((events) => entriesOf(events, raw.root)),
      raw,
    );
  },
};

/** A test is announced before its children and judged after them. */
const entriesOf = (events: readonly Event[], root: string): TestEntry[] => {
  const entries: TestEntry[] = [];
  const open: { name: string; children: number }[] = [];
  for (const event of events) {
    if (event.type === 'start') {
      const parent = open[event.nesting - 1];
      if (parent) parent.children += 1;
      open.length = Math.min(open.length, event.nesting);
      open.push({ name: event.name, children: 0 });
      continue;
    }
    const isParent = event.kind === 'suite' || (open[event.nesting]?.children ?? 0) > 0;
    if (isParent && !failedByItself(event)) continue;
    const above = open.slice(0, event.nesting).map(({ name }) => name);
    entries.push(entryOf(event, above, root));
  }
  return entries;
};

/** A failure of its own hook or body; a parent that fails only because of its children adds nothing. */
const failedByItself = (event: End): boolean =>
  event.type === 'fail' && !event.skip && !event.todo && event.failure !== 'subtestsFailed';

const entryOf = (event: End, above: readonly string[], root: string): TestEntry => {
  const file = pathInId(event.file, root);
  const name = pathInId(event.name, root);
  // A file that failed by itself is a test named by its path.
  const isFile = above.length === 0 && (name === file || event.name === event.file);
  const names = isFile ? [file] : [file, ...above, event.name];
  return { id: joinNames(names), outcome: outcomeOf(event), file };
};

const outcomeOf = (event: End): TestOutcome => {
  if (event.skip || event.todo) return 'skipped';
  return event.type === 'pass' ? 'passed' : 'failed';
};
