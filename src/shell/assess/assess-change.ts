import type { AssessedLanguage, MeasuredFile, ToolOutcome } from '../../core/assess/assessed-language.ts';
import { concludeQuality } from '../../core/assess/conclude-quality.ts';
import { concludeSecurity } from '../../core/assess/conclude-security.ts';
import { languageOf } from '../../core/analyse/flags/reading/language-of.ts';
import type { QualityResult, SecurityResult } from '../../core/domain/evidence/assessment.ts';
import type { BenchmarkFacts } from '../../core/domain/bench/benchmark-facts.ts';
import { mapMeasured, type Measured, missing } from '../../core/domain/measured.ts';
import type { BundledAnalysers, CodeReading, ToolSandbox } from '../ports/assessment.ts';
import type { Formatters } from '../ports/code-analysis.ts';
import type { LanguageAssessor, LanguageJob, ToolMeasures } from './language-assessor.ts';
import { measureFile } from './measure-file.ts';
import type { ReadChange } from './read-changed-files.ts';
import { ASSESSORS } from './registry.ts';

/** What `scoreBenchmark` takes, and beside it the results for `metric_details` and the trace. */
export type ChangeAssessment = {
  readonly facts: Pick<BenchmarkFacts, 'quality' | 'security'>;
  readonly quality: QualityResult;
  readonly security: SecurityResult;
};

export type AssessmentWorld = {
  readonly bundled: BundledAnalysers;
  readonly formatters: Formatters;
  readonly sandbox: ToolSandbox;
  readonly readText: (path: string) => Promise<string | null>;
};

/** Every program that some language may ask for. */
export const PROGRAMS: readonly string[] = ASSESSORS.flatMap(({ programs }) => programs);

const SYNTAX_TREE = 'syntax tree';

const fileBy = (
  { files, readings }: LanguageJob,
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

const assessLanguage = async (assessor: LanguageAssessor, job: LanguageJob): Promise<Assessed> => {
  const told = (await assessor.measure?.(job)) ?? null;
  const files = fileBy(job, told);
  const lint: readonly ToolOutcome[] = job.files.length === 0 ? [] : await assessor.lint(job);
  const scan = await assessor.scan(job);
  const { name } = assessor;
  const measuredBy = told?.known ? told.value.by : SYNTAX_TREE;
  const common = { name, measuredBy, files, manifests: job.manifests };
  return { quality: { ...common, outcomes: lint }, security: { ...common, outcomes: scan } };
};

const jobFor = (
  world: AssessmentWorld,
  change: ReadChange,
  readings: ReadonlyMap<string, Measured<CodeReading>>,
  { language, isManifest }: LanguageAssessor,
): LanguageJob => ({
  files: change.files.filter(({ path }) => languageOf(path) === language),
  manifests: change.written.filter((path) => isManifest(path)),
  changed: new Set(change.written),
  readings,
  ...world,
});

/** Quality and security of what a change writes: each a score with all that it was made of, or a reason. */
export const assessChange = async (world: AssessmentWorld, change: ReadChange): Promise<ChangeAssessment> => {
  const readings = new Map<string, Measured<CodeReading>>();
  for (const file of change.files) readings.set(file.path, await measureFile(world, file));
  const assessed: Assessed[] = [];
  for (const assessor of change.tooMuch === undefined ? ASSESSORS : []) {
    const job = jobFor(world, change, readings, assessor);
    if (job.files.length + job.manifests.length > 0) assessed.push(await assessLanguage(assessor, job));
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
