import type { FinishedCheck } from '../../../core/parse/interpret-checks.ts';
import { checksOf, type FieldContext } from '../field/field-context.ts';
import { resultKey } from './result-key.ts';
import { logNames } from './log-names.ts';
import { keyWithinRun } from './resume-lane.ts';
import type { LaneRecord } from './tree-lane.ts';

/** Caches a result by its content key; a result that a slow machine may have caused is kept for this run only. */
export const keepResult = async (
  context: FieldContext,
  record: LaneRecord,
  finished: FinishedCheck,
): Promise<void> => {
  const { tools, around } = context;
  const { check, outcome, documents, root, altered = [] } = finished;
  if (outcome.status === 'not-started') return;
  const { log, ...ran } = outcome;
  if (log.truncated) return;
  const known = resultKey(tools.digest, record.subject.tree, check, {
    checks: checksOf(context, record.subject),
    around,
  });
  const key = outcome.status === 'exited' ? known : keyWithinRun(context, record, known);
  const logFiles: Record<string, string> = {};
  const [owner] = record.subject.owners;
  for (const name of logNames(check)) logFiles[name] = tools.run.logFile(owner, name);
  await tools.cache.put(key, { outcome: ran, documents, root, altered }, logFiles);
};
