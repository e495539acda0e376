import type { AssessedLanguage, MeasuredFile } from '../../core/assess/assessed-language.ts';
import { concludeQuality } from '../../core/assess/conclude-quality.ts';
import { concludeSecurity } from '../../core/assess/conclude-security.ts';
import type { QualityResult, SecurityResult } from '../../core/domain/evidence/assessment.ts';
import type { BenchmarkFacts } from '../../core/domain/bench/benchmark-facts.ts';
import type { FunctionMeasure } from '../../core/domain/evidence/code-measures.ts';
import { mapMeasured, type Measured, missing } from '../../core/domain/measured.ts';
import { languageOf, LANGUAGES } from '../../core/languages/languages.ts';
import type { Assessor, MeasuringTool, ToolOutcome } from '../../core/languages/parts/assessor.ts';
import { findMeasureParser } from '../../core/parse/measure/registry.ts';
import type { CodeReading, BundledAnalysers } from '../ports/assessment.ts';
import { askTool, type AssessmentWorld, type JobFiles, openJob, quotePath } from './open-job.ts';
import type { ReadChange, ReadSourceFile } from './read-changed-files.ts';
import type { Formatters } from '../ports/code-analysis.ts';

type Readers = { readonly bundled: BundledAnalysers; readonly formatters: Formatters };

/** If the grammar does not fit, a second parser decides; a grammar may be behind its language. */
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

/** What the syntax tree says of a changed file. It costs a language nothing that a file could not be read before either. */
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

/** What `scoreBenchmark` takes, and beside it the results for `metric_details` and the trace. */
export type ChangeAssessment = {
  readonly facts: Pick<BenchmarkFacts, 'quality' | 'security'>;
  readonly quality: QualityResult;
  readonly security: SecurityResult;
};

/** Every program that some language may ask for. */
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

const fileBy = (
  { files, readings }: JobFiles,
  told: Measured<ToolMeasures> | null,
): readonly MeasuredFile[] =>
  files.map((file): MeasuredFile => {
    const reading = readings.get(file.path) ?? missing('not-configured', `${file.path} was not read`);
    const own = told?.known ? told.value : null;
    return {
      file,
      functions: mapMeasured(reading, ({ measures }) => own?.functions.get(file.path) ?? measures.functions),
      maintainability: reading.known
        ? (own?.maintainability.get(file.path) ?? reading.value.measures.maintainability)
        : null,
    };
  });

type Assessed = { readonly quality: AssessedLanguage; readonly security: AssessedLanguage };

const assessLanguage = async (
  { name, measure, lint, scan }: Assessor,
  world: AssessmentWorld,
  jobFiles: JobFiles,
): Promise<Assessed> => {
  const told = measure === undefined ? null : await measureByTool(world, jobFiles, measure);
  const job = openJob(world, jobFiles);
  const linted: readonly ToolOutcome[] = job.files.length === 0 ? [] : await lint(job);
  const scanned = await scan(job);
  const measuredBy = told?.known && measure !== undefined ? measure.program : SYNTAX_TREE;
  const common = { name, measuredBy, files: fileBy(jobFiles, told), manifests: job.manifests };
  return { quality: { ...common, outcomes: linted }, security: { ...common, outcomes: scanned } };
};

/** Quality and security of what a change writes: each a score with all that it was made of, or a reason. */
export const assessChange = async (world: AssessmentWorld, change: ReadChange): Promise<ChangeAssessment> => {
  const readings = new Map<string, Measured<CodeReading>>();
  for (const file of change.files) readings.set(file.path, await measureFile(world, file));
  const assessed: Assessed[] = [];
  const changed = new Set(change.written);
  for (const { id, assessor } of change.tooMuch === undefined ? ASSESSED : []) {
    const files = change.files.filter(({ path }) => languageOf(path)?.id === id);
    const manifests = change.written.filter((path) => assessor.isManifest(path));
    if (files.length + manifests.length > 0)
      assessed.push(await assessLanguage(assessor, world, { files, manifests, changed, readings }));
  }
  const none = change.tooMuch === undefined ? undefined : missing('not-configured', change.tooMuch);
  const quality = concludeQuality(
    assessed.map((one) => one.quality),
    change.notes,
    none,
  );
  const security = concludeSecurity(
    assessed.map((one) => one.security),
    change.notes,
    none,
  );
  return {
    facts: { quality: quality.facts, security: security.facts },
    quality: quality.result,
    security: security.result,
  };
};
