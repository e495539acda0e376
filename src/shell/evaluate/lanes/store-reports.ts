import type { Check } from '../../../core/domain/check/check.ts';
import type { ReportDocument } from '../../../core/domain/check/output-parser.ts';
import type { FieldContext } from '../field/field-context.ts';
import { reportName, reportsApart } from './log-names.ts';

const MOST_STORED_BYTES = 32 * 1024 * 1024;

/** Stores a parser's input in the run, so that a score can be checked against it later. */
export const storeReports = async (
  { run, blobs }: Pick<FieldContext['tools'], 'run' | 'blobs'>,
  owner: string,
  check: Check,
  documents: readonly ReportDocument[],
): Promise<void> => {
  if (!reportsApart(check)) return;
  let left = MOST_STORED_BYTES;
  for (const { name, text } of documents) {
    const bytes = Buffer.from(text);
    left -= bytes.byteLength;
    if (left < 0) return;
    const blob = await blobs.put(bytes);
    const stored = reportName(check, name);
    await blobs.copyTo(blob, await run.logPath(owner, stored));
    await run.sealLog(owner, stored);
    await blobs.release(blob);
  }
};
