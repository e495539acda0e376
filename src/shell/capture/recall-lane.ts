import type { Check } from '../../core/domain/check.ts';
import type { FinishedCheck } from '../../core/parse/interpret-checks.ts';
import { afterCheck } from './after-check.ts';
import { checksOf, type FieldContext } from './field-context.ts';
import { resultKey } from './result-key.ts';
import { logNames, logStem } from './run-check.ts';
import { type LaneRecord, newRecord } from './tree-lane.ts';

const recallCheck = async (
  context: FieldContext,
  record: LaneRecord,
  check: Check,
): Promise<FinishedCheck | null> => {
  const { tools, around } = context;
  const checks = checksOf(context, record.subject);
  const owner = record.subject.owners[0];
  const key = resultKey(tools.digest, record.subject.tree, check, { checks, around });
  const found = await tools.cache.get(key, (name) => tools.run.logPath(owner, name));
  if (found === null) return null;
  const { outcome, documents, root } = found;
  for (const name of logNames(check)) await tools.run.sealLog(owner, name);
  const log = await tools.run.sealLog(owner, `${logStem(check.name)}.log`);
  return { check, outcome: { ...outcome, log }, documents, root };
};

/** Takes the whole lane from the store of results; false where any part of it has to be run. */
export const recallLane = async (context: FieldContext, record: LaneRecord): Promise<boolean> => {
  const trial = newRecord(record.subject);
  const recalled: FinishedCheck[] = [];
  const silent = { ...context, options: { ...context.options, onProgress: () => {} } };
  for (const check of checksOf(context, record.subject)) {
    if (record.subject.side === 'candidate' && context.unconfigured.has(check.kind)) continue;
    const finished = await recallCheck(context, record, check);
    if (finished === null) return false;
    recalled.push(finished);
    if (afterCheck(silent, trial, finished, true) === 'stop') break;
  }
  for (const finished of recalled) afterCheck(context, record, finished, true);
  return true;
};
