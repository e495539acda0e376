import type { CheckRun } from '../../core/domain/evidence/evidence.ts';
import type { FileDigest } from '../../core/domain/run/manifest.ts';
import type { CheckView, LogLink } from '../../core/domain/window/candidate-view.ts';
import type { WindowTools } from './window-tools.ts';

/** Files of a run by their paths. */
export type RunFiles = ReadonlyMap<string, FileDigest>;

export const filesOfRun = async ({ window }: WindowTools, id: string): Promise<RunFiles> =>
  new Map((await window.files(id)).map((file) => [file.path, file]));

const linkOf = (file: FileDigest | undefined): LogLink | null =>
  file === undefined ? null : { digest: file.sha256, bytes: file.bytes, truncated: false };

/** Files that a check's runner left next to its log: `test.log`, `test.junit.xml`. */
const reportsOf = (files: RunFiles, log: string): CheckView['reports'] => {
  const stem = log.replace(/\.log$/, '.');
  return [...files.values()].flatMap((file) => {
    const link = linkOf(file);
    const name = file.path.slice(stem.length);
    const own = file.path.startsWith(stem) && file.path !== log && name !== 'stdout' && !name.includes('/');
    return own && link !== null ? [{ name, log: link }] : [];
  });
};

/** What a check wrote. */
export const filesOfCheck = (
  files: RunFiles,
  { outcome }: CheckRun,
): Pick<CheckView, 'log' | 'stdout' | 'reports'> => {
  if (outcome.status === 'not-started') return { log: null, stdout: null, reports: [] };
  const { sha256, bytes, truncated, path } = outcome.log;
  return {
    log: { digest: sha256, bytes, truncated },
    stdout: linkOf(files.get(path.replace(/\.log$/, '.stdout'))),
    reports: reportsOf(files, path),
  };
};

/** Those that are not empty, the log first. */
export const digestsOfCheck = (files: RunFiles, run: CheckRun): readonly string[] => {
  const { log, stdout, reports } = filesOfCheck(files, run);
  const links = [log, stdout, ...reports.map((report) => report.log)];
  return [...new Set(links.flatMap((link) => (link === null || link.bytes === 0 ? [] : [link.digest])))];
};
