import * as z from 'zod';
import type { Finding } from '../../domain/check/lint-report.ts';
import { missing } from '../../domain/measured.ts';
import type { JsonFormat, ReadFindings } from './json-lint-parser.ts';
import { jsonLintParser } from './json-lint-parser.ts';
import { toFinding } from './lint-finding.ts';

const Span = z.object({
  file_name: z.string(),
  line_start: z.number(),
  column_start: z.number(),
  is_primary: z.boolean(),
});

const CompilerMessage = z.object({
  message: z.object({
    level: z.string(),
    message: z.string(),
    code: z.object({ code: z.string() }).nullable(),
    spans: z.array(Span),
  }),
});
type Diagnostic = z.infer<typeof CompilerMessage>['message'];

const Line = z.object({ reason: z.string() });

/** Notes and help belong to a finding; they are not findings themselves. */
const severityOf = (level: string): Finding['severity'] | null => {
  if (level.startsWith('error')) return 'error';
  return level === 'warning' ? 'warning' : null;
};

/** Syntax errors carry no code. */
const ruleOf = ({ code }: Diagnostic): string => code?.code ?? 'rustc';

/** A library is compiled for itself and for its tests, and reports the same twice. */
const read = (values: readonly unknown[], root: string): ReadFindings => {
  const found = new Map<string, Finding>();
  let finished = false;
  let lines = 0;
  for (const value of values) {
    const line = Line.safeParse(value);
    if (!line.success) continue;
    lines++;
    if (line.data.reason === 'build-finished') finished = true;
    if (line.data.reason !== 'compiler-message') continue;
    const parsed = CompilerMessage.safeParse(value);
    if (!parsed.success) return missing('candidate', 'cargo printed a compiler message that cannot be read');
    const diagnostic = parsed.data.message;
    const severity = severityOf(diagnostic.level);
    if (severity === null) continue;
    const span = diagnostic.spans.find((one) => one.is_primary) ?? diagnostic.spans[0];
    const finding = toFinding(
      {
        rule: ruleOf(diagnostic),
        severity,
        file: span?.file_name ?? '',
        line: span?.line_start,
        message: diagnostic.message,
      },
      root,
    );
    found.set(JSON.stringify([finding, span?.column_start]), finding);
  }
  if (lines === 0) return null;
  return finished ? [...found.values()] : missing('candidate', 'cargo did not finish its report');
};

export const clippyFormat: JsonFormat = { id: 'clippy-json', tool: 'cargo clippy', read };
export const clippyJson = jsonLintParser(clippyFormat);
