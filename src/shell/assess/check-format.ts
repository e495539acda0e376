import type { ToolOutcome } from '../../core/assess/assessed-language.ts';
import type { AssessedFinding } from '../../core/domain/evidence/assessment.ts';
import { measured, missing } from '../../core/domain/measured.ts';
import type { LanguageJob } from './language-assessor.ts';

const bare = (text: string): string => text.replaceAll('\r\n', '\n').trimEnd();

/** Whether files are as their language's formatter would write them; one finding a file. */
export const checkFormat = async ({ files, formatters }: LanguageJob, tool: string): Promise<ToolOutcome> => {
  const findings: AssessedFinding[] = [];
  for (const { path, text } of files) {
    const formatted = await formatters.format(path, text);
    if (!formatted.ok)
      return { tool, isFormatter: true, result: missing('not-configured', `${path}: ${formatted.reason}`) };
    if (bare(formatted.text) === bare(text)) continue;
    const message = `not formatted with ${formatted.by}`;
    findings.push({ metric: 'quality', tool, rule: 'format', level: 'warning', path, line: 0, message });
  }
  return { tool, isFormatter: true, result: measured(findings) };
};
