import { EXIT_CODE, type Finding, type LintReport } from '../../domain/check/lint-report.ts';
import { measured, type Measured, missing } from '../../domain/measured.ts';
import type { LintParser, RawReport } from '../../domain/check/output-parser.ts';
import { biomeFormat, biomeJson } from './biome-json.ts';
import { checkstyleXml, looksLikeCheckstyle } from './checkstyle-xml.ts';
import { clippyFormat, clippyJson } from './clippy-json.ts';
import { eslintFormat, eslintJson } from './eslint-json.ts';
import { goVetFormat, goVetJson } from './go-vet-json.ts';
import { golangciFormat, golangciJson } from './golangci-json.ts';
import type { JsonFormat } from './json-lint-parser.ts';
import { readJsonValues } from './json-values.ts';
import { concludeLint, stoppedEarly } from './lint-finding.ts';
import { mypy, mypyFormat } from './mypy.ts';
import { oxlintFormat, oxlintJson } from './oxlint-json.ts';
import { pylintFormat, pylintJson } from './pylint-json.ts';
import { rubocopFormat, rubocopJson } from './rubocop-json.ts';
import { pyrightFormat, pyrightJson } from './pyright-json.ts';
import { ruffFormat, ruffJson } from './ruff-json.ts';
import { sarif, sarifFormat } from './sarif.ts';
import { readTextFindings } from './text-findings.ts';
import { reportLines } from './text-lint-parser.ts';

type Choice = { readonly format: JsonFormat; readonly parser: LintParser };

/** The most specific shapes first; an empty list is ruff's, since eslint never prints one for clean files. */
const CHOICES: readonly Choice[] = [
  { format: sarifFormat, parser: sarif },
  { format: golangciFormat, parser: golangciJson },
  { format: rubocopFormat, parser: rubocopJson },
  { format: clippyFormat, parser: clippyJson },
  { format: mypyFormat, parser: mypy },
  { format: pyrightFormat, parser: pyrightJson },
  { format: ruffFormat, parser: ruffJson },
  { format: pylintFormat, parser: pylintJson },
  { format: biomeFormat, parser: biomeJson },
  { format: oxlintFormat, parser: oxlintJson },
  { format: eslintFormat, parser: eslintJson },
  { format: goVetFormat, parser: goVetJson },
];

/** Lines that script runners print around a tool's output. */
const BANNER = /^(?:[>$] |yarn run v\d|Done in |✨ |info Visit |npm (?:notice|warn|info) )/;
/** Messages tools print when they find nothing. */
const CLEAN =
  /^(?:All checks passed!|Success: no issues found|Found 0 warnings and 0 errors|0 issues\.|Checked \d+ files? in .*No fixes applied|Your code has been rated at 10\.00\/10|\s*Finished [`\w])/;

/** mypy's last line, which alone shows whether it could check everything. */
const MYPY = /^Found \d{1,9} errors? in \d{1,9} files? \((?:checked|errors prevented) /;

/** Begins like a JSON or XML report, but could not be read as one. */
const BROKEN = /^\s*(?:[[{]|<\?xml)/;

const structuredParser = ({ documents, root }: RawReport): LintParser | undefined => {
  const read = documents.map(({ text }) => readJsonValues(text));
  const values = read.flatMap((one) => one.values);
  if (values.length === 0 || read.some((one) => !one.whole)) return undefined;
  // Every value must fit: half of a log that two tools wrote is not a report.
  return CHOICES.find(({ format }) => values.every((value) => format.read([value], root) !== null))?.parser;
};

/** Picks a parser by the output; for unknown text the exit code counts. */
export const autoLint: LintParser = {
  id: 'auto',
  parse(report) {
    const { documents, exitCode, root } = report;
    const structured = structuredParser(report);
    if (structured !== undefined) return structured.parse(report);
    if (documents.some(({ text }) => looksLikeCheckstyle(text))) return checkstyleXml.parse(report);
    if (exitCode === null) return stoppedEarly('the lint command');
    const lines = reportLines(report).filter((line) => line.trim() !== '' && !BANNER.test(line));
    if (lines.some((line) => MYPY.test(line))) return mypy.parse(report);
    const findings = readTextFindings(lines, root);
    const unknown = lines.length > 0 && !lines.some((line) => CLEAN.test(line));
    if (findings.length === 0 && (unknown || exitCode !== 0))
      return documents.some(({ text }) => BROKEN.test(text))
        ? missing('candidate', `the lint command left a report that cannot be read and exited ${exitCode}`)
        : byExitCode(exitCode);
    return concludeLint({ format: 'text', tool: 'the lint command', trust: 'low-trust', exitCode, findings });
  },
};

/** In the same words on every tree, since findings are compared by their message. */
const FAILURE: Finding = {
  rule: EXIT_CODE,
  severity: 'error',
  file: '',
  line: 0,
  message: 'the command exits with an error, and its output is in no known format',
};

const byExitCode = (exitCode: number): Measured<LintReport> => {
  const findings = exitCode === 0 ? [] : [FAILURE];
  return measured({ format: EXIT_CODE, trust: 'low-trust', errors: findings.length, warnings: 0, findings });
};
