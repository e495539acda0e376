import {
  type AssessedLanguage,
  type BaseFindings,
  countFindings,
  type MeasuredFile,
} from '../../core/assess/assessed-language.ts';
import { touchedFunctions } from '../../core/assess/compare-functions.ts';
import { concludeQuality } from '../../core/assess/conclude-quality.ts';
import { concludeSecurity } from '../../core/assess/conclude-security.ts';
import type {
  ChangedSourceFile,
  QualityResult,
  SecurityResult,
} from '../../core/domain/evidence/assessment.ts';
import type { BenchmarkFacts } from '../../core/domain/bench/benchmark-facts.ts';
import type { FunctionMeasure } from '../../core/domain/evidence/code-measures.ts';
import { mapMeasured, type Measured, measured, missing } from '../../core/domain/measured.ts';
import { languageOf, LANGUAGES } from '../../core/languages/languages.ts';
import type { Assessor, MeasuringTool, ToolOutcome } from '../../core/languages/parts/assessor.ts';
import { findMeasureParser } from '../../core/parse/measure/registry.ts';
import type { CodeReading, BundledAnalysers } from '../ports/assessment.ts';
import { askTool, type AssessmentWorld, type JobFiles, openJob, quotePath } from './open-job.ts';
import { otherFiles, withSecrets } from './scan-secrets.ts';
import type { ReadChange, ReadSourceFile } from './read-changed-files.ts';
import type { Formatters } from '../ports/code-analysis.ts';

type Readers = { readonly bundled: BundledAnalysers; readonly formatters: Formatters };

/** If the grammar rejects a file, a second parser decides: a grammar may lag behind its language. */
const readCode = async (
  { bundled, formatters }: Readers,
  path: string,
  text: string,
): Promise<Measured<CodeReading>> => {
  const reading = await bundled.measure(path, text);
  if (!reading.known || !reading.value.measures.damaged) return reading;
  const printed = await formatters.format(path, text);
  return printed.ok ? reading : missing('candidate', 'it cannot be parsed');
};

/** What the syntax tree shows of a changed file. A file that was unreadable before too costs its language nothing. */
const measureFile = async (readers: Readers, file: ReadSourceFile): Promise<Measured<CodeReading>> => {
  if (file.unreadable !== undefined) return missing('candidate', file.unreadable);
  const reading = await readCode(readers, file.path, file.text);
  if (reading.known) return reading;
  const before = file.before === null ? null : await readCode(readers, file.path, file.before);
  const reason = `${file.path}: ${reading.reason}`;
  return before !== null && !before.known
    ? missing('not-configured', `${reason}, as before the change`)
    : missing(reading.cause, reason);
};

/** The input of `scoreBenchmark`, and the results for `metric_details` and the trace. */
export type ChangeAssessment = {
  readonly facts: Pick<BenchmarkFacts, 'quality' | 'security'>;
  readonly quality: QualityResult;
  readonly security: SecurityResult;
};

/** Every program that some language may use. */
export const PROGRAMS: readonly string[] = LANGUAGES.flatMap(({ assessor }) => assessor.programs);

const ASSESSED = LANGUAGES.toSorted((a, b) => a.assessor.place - b.assessor.place);

const SYNTAX_TREE = 'syntax tree';

type ToolMeasures = {
  readonly functions: ReadonlyMap<string, readonly FunctionMeasure[]>;
  readonly maintainability: ReadonlyMap<string, number>;
};

/** Complexity by a program of the machine; missing: by the syntax tree. */
const measureByTool = async (
  { sandbox }: AssessmentWorld,
  { files }: JobFiles,
  { program, parser, complexity, maintainability }: MeasuringTool,
): Promise<Measured<ToolMeasures>> => {
  const read = findMeasureParser(parser);
  if (read === undefined) throw new Error(`there is no parser ${parser}`);
  const paths = files.map(({ path }) => quotePath(path)).join(' ');
  const ask = (command: string) => askTool(sandbox, files, { tool: program, program, command });
  const [cc, mi] = [await ask(complexity(paths)), await ask(maintainability(paths))];
  const functions = cc.known ? read.complexity(cc.value) : cc;
  const index = mi.known ? read.maintainability(mi.value) : mi;
  if (!functions.known) return functions;
  return mapMeasured(index, (value) => ({ functions: functions.value, maintainability: value }));
};

const functionsOf = (reading: Measured<CodeReading> | undefined): readonly FunctionMeasure[] =>
  reading?.known ? reading.value.measures.functions : [];

const maintainabilityOf = (reading: Measured<CodeReading> | undefined): number | null =>
  reading?.known ? reading.value.measures.maintainability : null;

/** Both sides by the same measure; a file that was unreadable before has nothing to be compared with. */
const comparedFile = (
  file: ChangedSourceFile,
  after: Measured<CodeReading>,
  bases: BaseReadings,
): Pick<MeasuredFile, 'compared'> => {
  if (bases === null) return {};
  const before = bases.get(file.path);
  return {
    compared: {
      functions: touchedFunctions(file, functionsOf(before), functionsOf(after)),
      maintainabilityBefore: maintainabilityOf(before),
      maintainability: maintainabilityOf(after),
    },
  };
};

const fileBy = (
  { files, readings, bases }: AssessedFiles,
  byTool: Measured<ToolMeasures> | null,
): readonly MeasuredFile[] =>
  files.map((file): MeasuredFile => {
    const reading = readings.get(file.path) ?? missing('not-configured', `${file.path} was not read`);
    const own = byTool?.known ? byTool.value : null;
    return {
      file,
      functions: mapMeasured(reading, ({ measures }) => own?.functions.get(file.path) ?? measures.functions),
      maintainability: reading.known
        ? (own?.maintainability.get(file.path) ?? reading.value.measures.maintainability)
        : null,
      ...comparedFile(file, reading, bases),
    };
  });

/** The changed files' previous texts, by path; null: files are examined rather than a change. */
type BaseReadings = ReadonlyMap<string, Measured<CodeReading>> | null;

type AssessedFiles = Omit<JobFiles, 'files'> & {
  readonly files: readonly ReadSourceFile[];
  readonly bases: BaseReadings;
};

/** The same linters on the previous texts: run only if there is something to compare. */
const lintBase = async (
  { lint }: Assessor,
  world: AssessmentWorld,
  { files, bases }: AssessedFiles,
  outcomes: readonly ToolOutcome[],
): Promise<{ readonly baseFindings?: BaseFindings }> => {
  const found = outcomes.some(({ result }) => result.known && result.value.length > 0);
  if (bases === null || world.base === undefined || !found) return {};
  const before = files.flatMap(({ path, before: text }) =>
    text === null ? [] : [{ path, text, before: null, spans: null }],
  );
  if (before.length === 0) return { baseFindings: measured(new Map()) };
  const job = openJob(
    { ...world, ...world.base },
    { files: before, manifests: [], changed: new Set(), readings: bases },
  );
  const asked = (await lint(job)).filter(({ tool }) =>
    outcomes.some((one) => one.tool === tool && one.result.known),
  );
  const silent = outcomes.find(
    ({ tool, result }) => result.known && !asked.some((one) => one.tool === tool && one.result.known),
  );
  if (silent !== undefined)
    return { baseFindings: missing('not-configured', `${silent.tool} reported nothing of the base`) };
  return {
    baseFindings: measured(countFindings(asked.flatMap(({ result }) => (result.known ? result.value : [])))),
  };
};

type Assessed = { readonly quality: AssessedLanguage; readonly security: AssessedLanguage };

const assessLanguage = async (
  assessor: Assessor,
  world: AssessmentWorld,
  jobFiles: AssessedFiles,
): Promise<Assessed> => {
  const { name, measure, lint, scan } = assessor;
  const byTool = measure === undefined ? null : await measureByTool(world, jobFiles, measure);
  const job = openJob(world, jobFiles);
  const linted: readonly ToolOutcome[] = job.files.length === 0 ? [] : await lint(job);
  const scanned = await scan(job);
  const measuredBy = byTool?.known && measure !== undefined ? measure.program : SYNTAX_TREE;
  const common = { name, measuredBy, files: fileBy(jobFiles, byTool), manifests: job.manifests };
  const base = await lintBase(assessor, world, jobFiles, linted);
  return {
    quality: { ...common, ...base, outcomes: linted },
    security: await withSecrets(world, { ...common, outcomes: scanned }),
  };
};

/** Quality and security of a change's code: each a score with everything it is computed from, or a reason. */
export const assessChange = async (world: AssessmentWorld, change: ReadChange): Promise<ChangeAssessment> => {
  const readings = new Map<string, Measured<CodeReading>>();
  const bases = world.base === undefined ? null : new Map<string, Measured<CodeReading>>();
  for (const file of change.files) {
    readings.set(file.path, await measureFile(world, file));
    if (file.before !== null) bases?.set(file.path, await readCode(world, file.path, file.before));
  }
  const assessed: Assessed[] = [];
  const changed = new Set(change.written);
  for (const { id, assessor } of change.tooMuch === undefined ? ASSESSED : []) {
    const files = change.files.filter(({ path }) => languageOf(path)?.id === id);
    const manifests = change.written.filter((path) => assessor.isManifest(path));
    if (files.length + manifests.length > 0)
      assessed.push(await assessLanguage(assessor, world, { files, manifests, changed, readings, bases }));
  }
  const none = change.tooMuch === undefined ? undefined : missing('not-configured', change.tooMuch);
  const quality = concludeQuality(
    assessed.map((one) => one.quality),
    change.notes,
    none,
  );
  const security = concludeSecurity(
    [...assessed.map((one) => one.security), ...(await otherFiles(world, change.others))],
    change.notes,
    none,
  );
  return {
    facts: { quality: quality.facts, security: security.facts },
    quality: quality.result,
    security: security.result,
  };
};
