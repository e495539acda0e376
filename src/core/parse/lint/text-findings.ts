import type { Finding } from '../../domain/check/lint-report.ts';
import { readFlake8Line } from './flake8.ts';
import type { ReportedFinding } from './lint-finding.ts';
import { toFinding } from './lint-finding.ts';
import { readTscLine } from './tsc.ts';

const severityOf = (word: string | undefined): Finding['severity'] =>
  /^(?:warn|note|info|notice|help|hint|refactor|convention|style|!|⚠)/i.test(word ?? '')
    ? 'warning'
    : 'error';

const RULE_AT_END =
  / (?:\[(?:(?:Error|Warning)\/)?(?<square>[\w@/:.-]{1,80})\]|\((?<round>[\w@/:.-]{1,80})\))$/;

const ruleAtEnd = (message: string): string => {
  const { square, round } = RULE_AT_END.exec(message)?.groups ?? {};
  return square ?? round ?? '';
};

/** `file:line[:column]: [error|warning:] message`, the traditional format of compilers. */
const COMPILER =
  /^(?:vet: )?(?<file>(?!\d+:)[^\s:][^:]*?):(?<line>\d{1,9})(?::\d{1,9})?(?::| -) (?:(?<level>error|warning|note|info|fatal)\b(?:\[(?<code>[\w:-]{1,60})\])?:? )?(?<message>\S.*)$/i;
/** pylint's own text: a letter and four digits, and the name at the end. */
const PYLINT = /^(?<file>\S.*?):(?<line>\d{1,9}):\d{1,9}: (?<letter>[CRWIEF])\d{4}: (?<message>.*)$/;
/** eslint's `compact`. */
const COMPACT =
  /^(?<file>\S.*?): line (?<line>\d{1,9}), col \d{1,9}, (?<level>Error|Warning) - (?<message>.*)$/;
/** Workflow commands: biome, ruff, oxlint and others with a `github` reporter. */
const WORKFLOW = /^::(?<level>error|warning|notice) (?<fields>.*?)::(?<message>.*)$/;

const field = (fields: string, name: string): string =>
  fields
    .split(',')
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? '';

const readWorkflow = (line: string): ReportedFinding | null => {
  const found = WORKFLOW.exec(line)?.groups;
  if (found === undefined) return null;
  const { level, fields = '', message = '' } = found;
  return {
    rule: field(fields, 'title'),
    severity: severityOf(level),
    file: field(fields, 'file'),
    line: field(fields, 'line'),
    message,
  };
};

const readPylint = (line: string): ReportedFinding | null => {
  const found = PYLINT.exec(line)?.groups;
  if (found === undefined) return null;
  const { file = '', message = '', letter = '' } = found;
  const rule = ruleAtEnd(message);
  return { rule, severity: 'EF'.includes(letter) ? 'error' : 'warning', file, line: found['line'], message };
};

const readCompiler = (line: string): ReportedFinding | null => {
  const found = (COMPACT.exec(line) ?? COMPILER.exec(line))?.groups;
  if (found === undefined) return null;
  const { file = '', level, code, message = '' } = found;
  // A note explains the finding before it.
  if (level?.toLowerCase() === 'note') return null;
  const bracketed = /\[(Error|Warning)(?:\/[^\]]{1,80})?\]$/.exec(message)?.[1];
  return {
    rule: code ?? ruleAtEnd(message),
    severity: severityOf(level ?? bracketed),
    file,
    line: found['line'],
    message,
  };
};

/** One finding on one line. */
export const readFindingLine = (line: string, root: string): Finding | null => {
  const found = readWorkflow(line) ?? readPylint(line);
  if (found !== null) return toFinding(found, root);
  const known = readTscLine(line, root) ?? readFlake8Line(line, root);
  if (known !== null) return known;
  const plain = readCompiler(line);
  return plain === null ? null : toFinding(plain, root);
};

/** eslint's `stylish`: a file on a line of its own, its findings indented below. */
const STYLISH = /^ {1,8}(?<line>\d{1,9}):\d{1,9} {1,8}(?<level>error|warning) {1,8}(?<message>\S.*)$/;
/** `--> file:line:column` (rustc, ruff) and `,-[file:line:column]` (oxlint), under a headline. */
const FRAME = /^\s{0,12}(?:-->|[,╭][-─]\[)\s?(?<file>[^\s:][^:]*?):(?<line>\d{1,9}):\d{1,9}\]?$/;
const HEADLINE =
  /^\s{0,4}(?:(?<level>error|warning|[x×!⚠])(?:\[(?<code>[\w:-]{1,60})\])?:? |(?<ruff>[A-Z]{1,8}\d{1,6}) )(?<message>\S.*)$/;

const framed = (frame: RegExpExecArray, headline: RegExpExecArray, root: string): Finding => {
  const { level, code, ruff, message = '' } = headline.groups ?? {};
  const rule = code ?? ruff ?? /^([\w@/-]{1,60}\([\w@/-]{1,80}\)): /.exec(message)?.[1] ?? '';
  const { file = '', line } = frame.groups ?? {};
  return toFinding({ rule, severity: severityOf(level), file, line, message }, root);
};

/** Findings that programs print for people. A headline counts once, however many places it shows. */
export const readTextFindings = (lines: readonly string[], root: string): readonly Finding[] => {
  const findings: Finding[] = [];
  let file = '';
  let headline: RegExpExecArray | null = null;
  for (const line of lines) {
    const stylish = file === '' ? undefined : STYLISH.exec(line)?.groups;
    const frame = headline === null ? null : FRAME.exec(line);
    const single = readFindingLine(line, root);
    if (stylish !== undefined) {
      const { message = '', level } = stylish;
      const rule = / {2}(?<rule>[\w@/:.-]{1,80})$/.exec(message)?.groups?.['rule'] ?? '';
      findings.push(
        toFinding({ rule, severity: severityOf(level), file, line: stylish['line'], message }, root),
      );
    } else if (frame !== null && headline !== null) {
      findings.push(framed(frame, headline, root));
      headline = null;
    } else if (single !== null) {
      findings.push(single);
    } else {
      headline = HEADLINE.exec(line) ?? headline;
      if (/^\S/.test(line)) file = line;
    }
  }
  return findings;
};
