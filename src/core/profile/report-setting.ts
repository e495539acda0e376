import type { ReportSource } from '../domain/check/check.ts';
import { TOOLS } from '../languages/languages.ts';

const REPORT_DIR = /^\$\{?HYDRA_REPORT_DIR\}?\//;
/** Formats that are, or may be, written to standard error. */
const IN_THE_LOG = new Set([
  'auto',
  ...[...TOOLS.test, ...TOOLS.lint].filter(({ report }) => report.from === 'log').map(({ parser }) => parser),
]);

export type ReportSetting = { readonly format: string; readonly path?: string | undefined };

/** `[scoring.reports]`: the user knows better than the recogniser where results are. */
export const reportSetting = ({ format, path }: ReportSetting): { parser: string; report: ReportSource } => ({
  parser: format,
  report: sourceOf(format, path),
});

const sourceOf = (format: string, path: string | undefined): ReportSource => {
  if (path === undefined) return { from: IN_THE_LOG.has(format) ? 'log' : 'stdout' };
  if (REPORT_DIR.test(path)) return { from: 'report-file', name: path.replace(REPORT_DIR, '') };
  return { from: 'workspace-files', pattern: path.replace(/^(\.\/)+/, '') };
};
