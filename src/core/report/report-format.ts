import type { Paint } from './text/paint.ts';

/** Width and colours of the terminal that a report is printed on. */
export type ReportLayout = { readonly columns: number; readonly paint: Paint };

/** Renders a report as lines; a document such as JSON or Markdown is a single one. */
export type ReportFormat<Report> = (report: Report, layout: ReportLayout) => readonly string[];

/** The formats of one report by the name that `--format` takes; the first is the default. */
export type ReportFormats<Report> = Readonly<Record<string, ReportFormat<Report>>>;
