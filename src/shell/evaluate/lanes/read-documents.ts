import { join } from 'node:path';
import type { Check } from '../../../core/domain/check/check.ts';
import type { ReportDocument } from '../../../core/domain/check/output-parser.ts';
import type { Files } from '../../ports/files.ts';
import type { Workspace } from '../../ports/workspaces.ts';

/** More than any honest report; a larger one is refused whole rather than read in part. */
const MAX_REPORT_BYTES = 128 * 1024 * 1024;
const MOST_DOCUMENTS = 100;

export type WrittenFiles = {
  readonly stdoutFile: string;
  readonly stderrFile: string;
  readonly reportDir: string;
};

const readOne = async (files: Files, path: string, name: string): Promise<readonly ReportDocument[]> => {
  const found = await files.readBounded(path, MAX_REPORT_BYTES);
  return found === null || found.truncated ? [] : [{ name, text: found.text }];
};

/** `tests-*.json` stands for one file a call, where a script calls its runner several times. */
const readNamed = async (
  files: Files,
  folder: string,
  pattern: string,
): Promise<readonly ReportDocument[]> => {
  const [head = '', tail] = pattern.split('*');
  if (tail === undefined) return readOne(files, join(folder, pattern), pattern);
  const names = (await files.listFolder(folder)).filter(
    (name) => name.startsWith(head) && name.endsWith(tail),
  );
  const documents: ReportDocument[] = [];
  for (const name of names.slice(0, MOST_DOCUMENTS))
    documents.push(...(await readOne(files, join(folder, name), name)));
  return documents;
};

/** What the check's parser is to read, wherever the tool put it. */
export const readDocuments = async (
  files: Files,
  workspace: Workspace,
  check: Check,
  written: WrittenFiles,
): Promise<readonly ReportDocument[]> => {
  if (check.parser === null) return [];
  switch (check.report.from) {
    case 'stdout':
      return readOne(files, written.stdoutFile, 'stdout');
    case 'log':
      return readOne(files, written.stderrFile, 'log');
    case 'report-file':
      return readNamed(files, written.reportDir, check.report.name);
    case 'workspace-files':
      return workspace.collect(check.report.pattern);
  }
};
