import { liftSuppressions } from '../../core/analyse/change/lift-suppressions.ts';
import { classifyPath } from '../../core/analyse/paths/classify-path.ts';
import type { AssessedFinding, ChangedSourceFile } from '../../core/domain/evidence/assessment.ts';
import type { Finding } from '../../core/domain/check/lint-report.ts';
import { mapMeasured, type Measured, measured, missing } from '../../core/domain/measured.ts';
import type { RawReport } from '../../core/domain/check/output-parser.ts';
import type { AssessmentJob, ToolOutcome, ToolRun } from '../../core/languages/parts/assessor.ts';
import { findLintParser } from '../../core/parse/lint/registry.ts';
import { findHazardParser } from '../../core/parse/security/registry.ts';
import { shellQuote } from '../../core/domain/check/shell-quote.ts';
import type { BundledAnalysers, CodeReading, ToolSandbox } from '../ports/assessment.ts';
import type { Formatters } from '../ports/code-analysis.ts';

/** Tools to assess a change with. */
export type AssessmentWorld = {
  readonly bundled: BundledAnalysers;
  readonly formatters: Formatters;
  readonly sandbox: ToolSandbox;
  readonly readText: (path: string) => Promise<string | null>;
  /** The base that a change is compared with; absent: absolute values decide. */
  readonly base?: Pick<AssessmentWorld, 'sandbox' | 'readText'>;
};

export type JobFiles = Pick<AssessmentJob, 'files' | 'manifests' | 'changed'> & {
  readonly readings: ReadonlyMap<string, Measured<CodeReading>>;
};

const MOST_FILES = 200;

/** Quoted for a shell, and never an option, whatever the name. */
export const quotePath = (path: string): string => shellQuote(`./${path}`);

/** A program's report; a missing report never counts against the candidate, since the base was not examined. */
export const askTool = async (
  sandbox: ToolSandbox,
  files: readonly ChangedSourceFile[],
  { tool, program, command }: Omit<ToolRun, 'parser'>,
): Promise<Measured<RawReport>> => {
  const lacking = await sandbox.lacks(program);
  if (lacking !== null) return missing('not-configured', lacking);
  if (files.length > MOST_FILES)
    return missing('not-configured', `more than ${MOST_FILES} files are too many for one call of ${tool}`);
  return sandbox.run(command);
};

/** A tool may report a path relative to its folder, or by package. */
const pathIn = ({ files, manifests }: JobFiles): ((reported: string) => string) => {
  const known = [...files.map(({ path }) => path), ...manifests];
  const all = new Set(known);
  return (reported) => {
    if (all.has(reported)) return reported;
    const ending = known.filter((path) => reported !== '' && path.endsWith(`/${reported}`));
    return ending.length === 1 ? (ending[0] ?? reported) : reported;
  };
};

type Parser<T> = { parse(report: RawReport): Measured<T> };

const parserOf = <T>(parser: Parser<T> | undefined, id: string): Parser<T> => {
  if (parser === undefined) throw new Error(`there is no parser ${id}`);
  return parser;
};

const notConfigured = <T>(result: Measured<T>): Measured<T> =>
  result.known ? result : missing('not-configured', result.reason);

const bare = (text: string): string => text.replaceAll('\r\n', '\n').trimEnd();

/** Whether files are formatted by their language's formatter; one finding per file. */
const checkFormat = async (
  files: readonly ChangedSourceFile[],
  formatters: Formatters,
  tool: string,
): Promise<ToolOutcome> => {
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

const bundledTools = (bundled: BundledAnalysers): AssessmentJob['bundled'] => ({
  versions: bundled.versions,
  ruff: (file, rules) => bundled.ruff(liftSuppressions(file), rules),
  async oxlint(files) {
    const report = await bundled.oxlint(files);
    return report.known ? parserOf(findLintParser('oxlint-json'), 'oxlint-json').parse(report.value) : report;
  },
  async npmAudit(manifest, lockfile) {
    const report = await bundled.npmAudit(manifest, lockfile);
    return report.known
      ? parserOf(findHazardParser('npm-audit-json'), 'npm-audit-json').parse(report.value)
      : report;
  },
});

/** The changed files of one language with the tools of this machine. */
export const openJob = (world: AssessmentWorld, job: JobFiles): AssessmentJob => {
  const { sandbox, formatters, bundled, readText } = world;
  const { files, manifests, changed, readings } = job;
  const pathOf = pathIn(job);
  const run = async <T>(one: ToolRun, parser: Parser<T> | undefined): Promise<Measured<T>> => {
    const report = await askTool(sandbox, files, one);
    return report.known ? notConfigured(parserOf(parser, one.parser).parse(report.value)) : report;
  };
  return {
    files,
    manifests,
    changed,
    readText,
    isTest: (path) => classifyPath(path) === 'test',
    hazardsIn: (path) =>
      mapMeasured(
        readings.get(path) ?? missing('not-configured', `${path} was not read`),
        ({ hazards }) => hazards,
      ),
    quote: quotePath,
    lacks: (program) => sandbox.lacks(program),
    checkFormat: (tool) => checkFormat(files, formatters, tool),
    async lint(one) {
      const read = await run(one, findLintParser(one.parser));
      const toFinding = ({ rule, severity, file, line, message }: Finding): AssessedFinding => ({
        metric: 'quality',
        tool: one.tool,
        rule,
        level: severity,
        path: pathOf(file),
        line,
        message,
      });
      return { tool: one.tool, result: mapMeasured(read, ({ findings }) => findings.map(toFinding)) };
    },
    async scan(one) {
      const read = await run(one, findHazardParser(one.parser));
      const result = mapMeasured(read, (hazards) =>
        hazards.map(({ file, ...hazard }): AssessedFinding => ({
          metric: 'security',
          tool: one.tool,
          path: pathOf(file),
          ...hazard,
        })),
      );
      return { tool: one.tool, result };
    },
    bundled: bundledTools(bundled),
  };
};
