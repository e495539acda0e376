import { measured, missing, type Measured } from '../../domain/measured.ts';
import type { RawReport } from '../../domain/check/output-parser.ts';
import type { TestOutcome, TestReport, Trust } from '../../domain/check/test-report.ts';
import { cleanId } from './clean-id.ts';

/** One test as a parser found it; `file` is relative to the repository, or empty; `module`: the folder with its report. */
export type TestEntry = {
  readonly id: string;
  readonly outcome: TestOutcome;
  readonly file?: string;
  readonly module?: string;
};

/** Names the source in reasons and in the report. */
export type Source = { readonly format: string; readonly tool: string; readonly trust: Trust };

/** An absence that the run itself caused, with the exit code. */
export const noReport = (tool: string, what: string, raw: RawReport): Measured<never> =>
  missing('candidate', `${tool} ${what} (${exitOf(raw)})`);

const exitOf = ({ exitCode }: RawReport): string =>
  exitCode === null ? 'it did not exit by itself' : `exit code ${exitCode}`;

/** Zero tests are a result only if the tool itself succeeded. */
export const reportEntries = (
  source: Source,
  entries: readonly TestEntry[],
  raw: RawReport,
): Measured<TestReport> => {
  if (entries.length === 0 && raw.exitCode !== 0) return noReport(source.tool, 'reported no test', raw);
  return measured(buildReport(source, entries, raw.root));
};

const buildReport = ({ format, trust }: Source, entries: readonly TestEntry[], root: string): TestReport => {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  // No prototype: a test may be called `constructor`.
  const outcomes: Record<string, TestOutcome> = Object.create(null);
  const files: Record<string, string> = Object.create(null);
  const modules: Record<string, string> = Object.create(null);
  const name = uniqueNames();
  for (const entry of entries) {
    const id = name(cleanId(entry.id, root));
    outcomes[id] = entry.outcome;
    if (entry.file) files[id] = entry.file;
    if (entry.module) modules[id] = entry.module;
    counts[entry.outcome] += 1;
  }
  const named = Object.keys(modules).length > 0 ? { modules } : {};
  return { format, trust, ...counts, outcomes, files, ...named };
};

/** The second test of a name is `name #2`; if that is taken, the next number is used. */
const uniqueNames = (): ((id: string) => string) => {
  const taken = new Set<string>();
  const last = new Map<string, number>();
  return (id) => {
    let unique = id;
    let number = last.get(id) ?? 1;
    while (taken.has(unique)) {
      number += 1;
      unique = `${id} #${number}`;
    }
    last.set(id, number);
    taken.add(unique);
    return unique;
  };
};
