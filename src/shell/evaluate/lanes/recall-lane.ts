import type { Check } from '../../../core/domain/check/check.ts';
import type { FinishedCheck } from '../../../core/parse/interpret-checks.ts';
import { afterCheck, checkEvent } from './after-check.ts';
import { checksOf, type FieldContext } from '../field/field-context.ts';
import { resultKey } from './result-key.ts';
import { keyWithinRun, resumeFromFrozen } from './resume-lane.ts';
import { logName, logNames } from './log-names.ts';
import { storeReports } from './store-reports.ts';
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
  const into = (name: string): Promise<string> => tools.run.logPath(owner, name);
  const found =
    (await tools.cache.get(key, into)) ??
    (context.options.resumed ? await tools.cache.get(keyWithinRun(context, record, key), into) : null);
  if (found === null) return null;
  const { outcome, documents, root, altered = [] } = found;
  for (const name of logNames(check)) await tools.run.sealLog(owner, name);
  await storeReports(tools, owner, check, documents);
  const log = await tools.run.sealLog(owner, logName(check));
  return { check, outcome: { ...outcome, log }, documents, root, altered };
};

/** Takes known results of a lane from the cache; returns the checks that still have to run. */
export const recallLane = async (context: FieldContext, record: LaneRecord): Promise<readonly Check[]> => {
  const trial = newRecord(record.subject);
  const recalled: FinishedCheck[] = [];
  const all = checksOf(context, record.subject);
  // A build taken over from another lane has no result of its own.
  const checks = record.subject.builtAs === undefined ? all : all.filter(({ kind }) => kind !== 'build');
  let left: readonly Check[] = [];
  for (const [at, check] of checks.entries()) {
    if (record.subject.side === 'candidate' && context.unconfigured.has(check.kind)) continue;
    const finished = await recallCheck(context, record, check);
    if (finished === null) {
      left = checks.slice(at);
      break;
    }
    recalled.push(finished);
    if (afterCheck(context, trial, finished, true) === 'stop') break;
  }
  if (left.length > 0 && !(await resumeFromFrozen(context, record, recalled.at(-1)?.check))) return all;
  for (const finished of recalled) {
    if (record.subject.quiet !== true) context.tools.run.emit(checkEvent('check_reused', record, finished));
    afterCheck(context, record, finished, true);
  }
  return left;
};
