import { Option } from 'commander';
import type { ReportFormats } from '../../../core/report/report-format.ts';
import type { Terminal } from './terminal.ts';

/** `--format`, with the formats of a report to choose from. */
export const formatOption = (formats: ReportFormats<never>): Option =>
  new Option('--format <format>', 'output format').choices(Object.keys(formats));

/** `--json` means `--format json`; without either, the first format is used. */
export const printReport = <Report>(
  terminal: Terminal,
  formats: ReportFormats<Report>,
  { format, json }: { readonly format?: string; readonly json?: true },
  report: Report,
): void => {
  const [standard = ''] = Object.keys(formats);
  const render = formats[json ? 'json' : (format ?? standard)];
  if (render === undefined) throw new Error(`no format is called ${format}`);
  for (const line of render(report, terminal)) terminal.print(line);
};
