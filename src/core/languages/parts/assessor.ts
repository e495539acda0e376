import type { AssessedFinding, ChangedSourceFile } from '../../domain/evidence/assessment.ts';
import type { Hazard, ReportedHazard } from '../../domain/evidence/hazard.ts';
import type { LintReport } from '../../domain/check/lint-report.ts';
import type { Measured } from '../../domain/measured.ts';
import { folderOf } from '../../domain/source/path-parts.ts';

/** One tool's findings, or why it reported nothing. */
export type ToolOutcome = {
  readonly tool: string;
  readonly result: Measured<readonly AssessedFinding[]>;
  /** True for a formatter: its result alone does not make violations known. */
  readonly isFormatter?: true;
  /** It looks for one kind of hazard: without a finding, it does not make security known. */
  readonly isPartial?: true;
};

/** A program of the machine, its command, and the id of the parser that reads its report. */
export type ToolRun = {
  readonly tool: string;
  readonly program: string;
  readonly command: string;
  readonly parser: string;
};

export type RuleHit = { readonly rule: string; readonly line: number; readonly message: string };

export type RuffRules = readonly string[] | Readonly<Record<string, unknown>>;

/** Bundled analysers. They ignore suppressions that the change brings. */
export type BundledTools = {
  readonly versions: Readonly<Record<'ruff' | 'oxlint', string>>;
  /** With these rules, or with options as in ruff.toml. */
  ruff(file: ChangedSourceFile, rules: RuffRules): Promise<Measured<readonly RuleHit[]>>;
  oxlint(files: readonly ChangedSourceFile[]): Promise<Measured<LintReport>>;
  /** Asks the user's registry, with only these two files of the tree. */
  npmAudit(manifest: string, lockfile: string): Promise<Measured<readonly ReportedHazard[]>>;
};

/** The changed files of one language, and the tools to examine them with. */
export type AssessmentJob = {
  readonly files: readonly ChangedSourceFile[];
  /** Changed manifests and lockfiles of the language. */
  readonly manifests: readonly string[];
  /** Every path of the change: a tool is not run with a configuration that the change brings. */
  readonly changed: ReadonlySet<string>;
  /** A tracked file of the changed tree; null if there is none. */
  readText(path: string): Promise<string | null>;
  isTest(path: string): boolean;
  /** Findings of the language's own rules in a file. */
  hazardsIn(path: string): Measured<readonly Hazard[]>;
  /** A path as one word of a command, and never an option. */
  quote(path: string): string;
  /** Why a program cannot be run; null if it can. A path with a slash is a file of the workspace. */
  lacks(program: string): Promise<string | null>;
  lint(run: ToolRun): Promise<ToolOutcome>;
  scan(run: ToolRun): Promise<ToolOutcome>;
  /** Whether files are as the language's formatter prints them. */
  checkFormat(tool: string): Promise<ToolOutcome>;
  readonly bundled: BundledTools;
};

/** Complexity and maintainability from a well-known reference program. */
export type MeasuringTool = {
  readonly program: string;
  /** Id of the parser. */
  readonly parser: string;
  complexity(files: string): string;
  maintainability(files: string): string;
};

/** Which tools lint and scan a language. The job provides the effects. */
export type Assessor = {
  /** The language's name in results. */
  readonly name: string;
  /** Position among the languages in results. */
  readonly place: number;
  /** Programs that it may run; one with a slash is a file of the workspace. */
  readonly programs: readonly string[];
  isManifest(path: string): boolean;
  lint(job: AssessmentJob): Promise<readonly ToolOutcome[]>;
  scan(job: AssessmentJob): Promise<readonly ToolOutcome[]>;
  /** Absent: measured by the syntax tree. */
  readonly measure?: MeasuringTool;
};

export const quoteAll = ({ files, quote }: AssessmentJob): string =>
  files.map(({ path }) => quote(path)).join(' ');

/** The nearest folder above a path that holds this file; '' is the root, null: none does. */
const nearestFolder = async (
  { readText }: AssessmentJob,
  from: string,
  name: string,
): Promise<string | null> => {
  for (let folder = from; ; folder = folderOf(folder)) {
    if ((await readText(folder === '' ? name : `${folder}/${name}`)) !== null) return folder;
    if (folder === '') return null;
  }
};

/** Paths by the folder of their project; those of none are left out. */
export const byProject = async (
  job: AssessmentJob,
  paths: readonly string[],
  marker: string,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const projects = new Map<string, string[]>();
  const known = new Map<string, string | null>();
  for (const path of paths) {
    const folder = folderOf(path);
    const project = known.has(folder) ? known.get(folder) : await nearestFolder(job, folder, marker);
    known.set(folder, project ?? null);
    if (typeof project === 'string') projects.set(project, [...(projects.get(project) ?? []), path]);
  }
  return projects;
};
