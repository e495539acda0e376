import * as z from 'zod';
import { missing } from '../../domain/measured.ts';
import { readGitlabQuality } from './gitlab-quality.ts';
import { type JsonFormat, type ReadFindings, eachValue, jsonLintParser } from './json-lint-parser.ts';
import { toFinding } from './lint-finding.ts';

/** Line (from 1) of a byte offset in the UTF-8 form of a text. */
const lineAtByte = (text: string, offset: number): number => {
  let line = 1;
  let bytes = 0;
  for (let at = 0; at < text.length && bytes < offset; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x0a) line++;
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit <= 0xdfff) bytes += 2;
    else bytes += 3;
  }
  return line;
};

/** Up to 2.0 a path is an object and a place a byte span; later a string, with lines. */
const Place = z.object({
  path: z.union([z.string(), z.object({ file: z.string() })]).nullish(),
  start: z.object({ line: z.number() }).optional(),
  span: z.tuple([z.number(), z.number()]).nullish(),
  sourceCode: z.string().nullish(),
});
type Place = z.infer<typeof Place>;

const Diagnostic = z.object({
  category: z.string().nullish(),
  severity: z.enum(['fatal', 'error', 'warning', 'information', 'hint', 'info']),
  description: z.string().optional(),
  message: z.unknown(),
  location: Place.nullish(),
});
type Diagnostic = z.infer<typeof Diagnostic>;

const Summary = z.object({ changed: z.number(), unchanged: z.number(), diagnosticsNotPrinted: z.number() });
const Report = z.object({ summary: Summary, diagnostics: z.array(Diagnostic) });

const lineOf = ({ start, span, sourceCode }: Place): number => {
  if (start !== undefined) return start.line;
  return span && typeof sourceCode === 'string' ? lineAtByte(sourceCode, span[0]) : 0;
};

const fileOf = ({ path }: Place): string => (typeof path === 'string' ? path : (path?.file ?? ''));

const wordsOf = ({ description, message }: Diagnostic): string =>
  description ?? (typeof message === 'string' ? message : '');

const toldBy = (diagnostic: Diagnostic) => {
  const place = diagnostic.location ?? {};
  const serious = diagnostic.severity === 'fatal' || diagnostic.severity === 'error';
  return {
    rule: diagnostic.category ?? 'biome',
    severity: serious ? ('error' as const) : ('warning' as const),
    file: fileOf(place),
    line: lineOf(place),
    message: wordsOf(diagnostic),
  };
};

const read = (value: unknown, root: string): ReadFindings => {
  const report = Report.safeParse(value);
  if (!report.success) return readGitlabQuality(value, root);
  const { summary, diagnostics } = report.data;
  if (summary.changed + summary.unchanged === 0) return missing('candidate', 'biome checked no file');
  if (summary.diagnosticsNotPrinted > 0) {
    return missing(
      'candidate',
      `biome left ${summary.diagnosticsNotPrinted} findings out of its report (--max-diagnostics)`,
    );
  }
  return diagnostics.map((diagnostic) => toFinding(toldBy(diagnostic), root));
};

export const biomeFormat: JsonFormat = { id: 'biome-json', tool: 'biome', read: eachValue(read) };
export const biomeJson = jsonLintParser(biomeFormat);
