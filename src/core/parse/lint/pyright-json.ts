import * as z from 'zod';
import type { JsonFormat } from './json-lint-parser.ts';
import { eachValue, jsonLintParser } from './json-lint-parser.ts';
import { toFinding } from './lint-finding.ts';

const Report = z.looseObject({
  generalDiagnostics: z.array(
    z.looseObject({
      file: z.string().optional(),
      severity: z.string(),
      message: z.string(),
      range: z.looseObject({ start: z.looseObject({ line: z.number() }) }).optional(),
      rule: z.string().optional(),
    }),
  ),
  summary: z.looseObject({ errorCount: z.number() }),
});

/** Lines are counted from 0. Severities below a warning only explain or suggest. */
export const pyrightFormat: JsonFormat = {
  id: 'pyright-json',
  tool: 'pyright',
  read: eachValue((value, root) => {
    const report = Report.safeParse(value);
    if (!report.success) return null;
    return report.data.generalDiagnostics.flatMap(({ file = '', severity, message, range, rule }) =>
      severity === 'error' || severity === 'warning'
        ? [
            toFinding(
              {
                rule: rule ?? 'pyright',
                severity,
                file,
                line: range === undefined ? 0 : range.start.line + 1,
                message,
              },
              root,
            ),
          ]
        : [],
    );
  }),
};

export const pyrightJson = jsonLintParser(pyrightFormat);
