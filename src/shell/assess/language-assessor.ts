import { shellQuote } from '../../core/domain/check/shell-quote.ts';
import type { ToolOutcome } from '../../core/assess/assessed-language.ts';
import type { AssessedFinding, ChangedSourceFile } from '../../core/domain/evidence/assessment.ts';
import type { FunctionMeasure } from '../../core/domain/evidence/code-measures.ts';
import type { HazardParser } from '../../core/domain/evidence/hazard.ts';
import { mapMeasured, type Measured, missing } from '../../core/domain/measured.ts';
import type { LintParser, RawReport } from '../../core/domain/check/output-parser.ts';
import type { SourceLanguage } from '../../core/domain/source/source-facts.ts';
import type { BundledAnalysers, CodeReading, ToolSandbox } from '../ports/assessment.ts';
import type { Formatters } from '../ports/code-analysis.ts';

/** The changed files of one language, and what to look at them with. */
export type LanguageJob = {
  readonly files: readonly ChangedSourceFile[];
  /** Changed manifests and lockfiles of the language. */
  readonly manifests: readonly string[];
  /** Every path of the change: a tool is not asked under a configuration that the change brings. */
  readonly changed: ReadonlySet<string>;
  readonly readings: ReadonlyMap<string, Measured<CodeReading>>;
  /** A tracked file of the changed tree; null where there is none. */
  readonly readText: (path: string) => Promise<string | null>;
  readonly bundled: BundledAnalysers;
  readonly formatters: Formatters;
  readonly sandbox: ToolSandbox;
};

export type ToolMeasures = {
  readonly by: string;
  readonly functions: ReadonlyMap<string, readonly FunctionMeasure[]>;
  readonly maintainability: ReadonlyMap<string, number>;
};

/** One language: which tools lint and scan it; a total object, registered by one line. */
export type LanguageAssessor = {
  readonly language: SourceLanguage;
  /** As the results name it. */
  readonly name: string;
  /** Programs that it may ask; one with a slash is a file of the workspace. */
  readonly programs: readonly string[];
  isManifest(path: string): boolean;
  lint(job: LanguageJob): Promise<readonly ToolOutcome[]>;
  scan(job: LanguageJob): Promise<readonly ToolOutcome[]>;
  /** Complexity by a program of the machine that the results are to be compared with; absent: by the syntax tree. */
  measure?(job: LanguageJob): Promise<Measured<ToolMeasures>>;
};

/** For a shell, and never an option, whatever the name. */
export const quoted = (path: string): string => shellQuote(`./${path}`);

export const quotedAll = (files: readonly { readonly path: string }[]): string =>
  files.map(({ path }) => quoted(path)).join(' ');

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const MOST_FILES = 200;

export type ToolRun = { readonly tool: string; readonly program: string; readonly command: string };

/** What a program printed; whoever caused its silence, nobody knows what it would say of the base. */
export const askTool = async (
  { sandbox, files }: LanguageJob,
  { tool, program, command }: ToolRun,
): Promise<Measured<RawReport>> => {
  const lacking = await sandbox.lacks(program);
  if (lacking !== null) return missing('not-configured', lacking);
  if (files.length > MOST_FILES)
    return missing('not-configured', `more than ${MOST_FILES} files are too many for one call of ${tool}`);
  return sandbox.run(command);
};

/** A tool may name a file from the folder it ran in, or by package. */
const pathIn = ({ files, manifests }: LanguageJob): ((told: string) => string) => {
  const known = [...files.map(({ path }) => path), ...manifests];
  const all = new Set(known);
  return (told) => {
    if (all.has(told)) return told;
    const ending = known.filter((path) => told !== '' && path.endsWith(`/${told}`));
    return ending.length === 1 ? (ending[0] ?? told) : told;
  };
};

const silent = <T>(result: Measured<T>): Measured<T> =>
  result.known ? result : missing('not-configured', result.reason);

export const runLinter = async (job: LanguageJob, run: ToolRun, parser: LintParser): Promise<ToolOutcome> => {
  const report = await askTool(job, run);
  const read = report.known ? silent(parser.parse(report.value)) : report;
  const pathOf = pathIn(job);
  return {
    tool: run.tool,
    result: mapMeasured(read, ({ findings }) =>
      findings.map(({ rule, severity, file, line, message }): AssessedFinding => ({
        metric: 'quality',
        tool: run.tool,
        rule,
        level: severity,
        path: pathOf(file),
        line,
        message,
      })),
    ),
  };
};

export const runScanner = async (
  job: LanguageJob,
  run: ToolRun,
  parser: HazardParser,
): Promise<ToolOutcome> => {
  const report = await askTool(job, run);
  const read = report.known ? silent(parser.parse(report.value)) : report;
  const pathOf = pathIn(job);
  return {
    tool: run.tool,
    result: mapMeasured(read, (hazards) =>
      hazards.map(({ file, ...hazard }): AssessedFinding => ({
        metric: 'security',
        tool: run.tool,
        path: pathOf(file),
        ...hazard,
      })),
    ),
  };
};
