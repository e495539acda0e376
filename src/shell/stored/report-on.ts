import type { Conclusion } from '../../core/domain/run/conclusion.ts';
import type { Captured, CheckRun, Evidence } from '../../core/domain/evidence/evidence.ts';
import type { PipelineReport } from '../../core/domain/run/pipeline-report.ts';
import { failedRuns, portableReport } from '../../core/refine/portable-report.ts';
import type { RunStore } from '../ports/run-store.ts';

/** The end of a log is more useful than its beginning. */
const MOST_BYTES = 4 * 1024 * 1024;

type Logs = Pick<RunStore, 'readLog' | 'findLog'>;
type Seen = { readonly runId: string; readonly captured: Captured; readonly conclusion: Conclusion };

const tailOf = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes.length > MOST_BYTES ? bytes.subarray(-MOST_BYTES) : bytes);

/** Standard output has its own file if a parser reads it separately. */
const readRun = async (store: Logs, id: string, { outcome }: CheckRun): Promise<string> => {
  if (outcome.status === 'not-started') return '';
  const { log } = outcome;
  const apart = await store.findLog(id, log.path.replace(/\.log$/, '.stdout'));
  return (apart === null ? '' : `${tailOf(apart)}\n`) + tailOf(await store.readLog(id, log));
};

/** What a stored run knows about one candidate, with the log lines that show why a check failed. */
export const reportOn = async (store: Logs, seen: Seen, evidence: Evidence): Promise<PipelineReport> => {
  const logs = new Map<string, string>();
  for (const run of failedRuns(evidence)) logs.set(run.check.name, await readRun(store, seen.runId, run));
  return portableReport(seen, evidence, logs);
};
