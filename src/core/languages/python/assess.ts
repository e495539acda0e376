import type { AssessedFinding, HazardLevel } from '../../domain/evidence/assessment.ts';
import { type Measured, measured, missing } from '../../domain/measured.ts';
import { baseName } from '../../domain/source/path-parts.ts';
import { findRuffSettings } from './ruff-settings.ts';
import {
  type AssessmentJob,
  type Assessor,
  quoteAll,
  type RuffRules,
  type RuleHit,
  type ToolOutcome,
} from '../parts/assessor.ts';

const rules = (numbers: string): ReadonlySet<string> =>
  new Set(numbers.split(' ').map((number) => `S${number}`));

const HIGH = rules('201 202 304 312 321 324 401 402 411 412 413 415 501 502 505 507 602 605 609 701');
const LOW = rules('101 105 106 107 110 112 311 403 404 405 406 407 408 409 410 504 603 606 607');

/** Bandit's severity of the same check; ruff has the rules, but no severities. */
const banditLevel = (rule: string, message: string): HazardLevel => {
  if (/\bseems safe\b/.test(message)) return 'low';
  if (HIGH.has(rule)) return 'high';
  return LOW.has(rule) ? 'low' : 'medium';
};

/** If the repository has no configuration: ruff's defaults and bugbear. */
const LINT_RULES = ['E4', 'E7', 'E9', 'F', 'B'];
const SYNTAX = 'invalid-syntax';
const MANIFEST = /^(?:requirements.*\.txt|pyproject\.toml|poetry\.lock|uv\.lock|Pipfile(?:\.lock)?)$/;

type ToFinding = (hit: RuleHit, path: string) => AssessedFinding | null;

const bundledRuff = async (
  { files, bundled }: AssessmentJob,
  rules: RuffRules,
  toFinding: ToFinding,
): Promise<Measured<readonly AssessedFinding[]>> => {
  const findings: AssessedFinding[] = [];
  for (const file of files) {
    const hits = await bundled.ruff(file, rules);
    if (!hits.known) return missing('not-configured', `${file.path}: ${hits.reason}`);
    findings.push(
      ...hits.value.flatMap((hit) => (hit.rule === SYNTAX ? [] : (toFinding(hit, file.path) ?? []))),
    );
  }
  return measured(findings);
};

const lint = async (job: AssessmentJob): Promise<readonly ToolOutcome[]> => {
  const settings = await findRuffSettings(job);
  const choice =
    settings === null
      ? `--isolated --select ${LINT_RULES.join(',')}`
      : `--config ${job.quote(settings.file)}`;
  const by = settings === null ? '' : `, rules of ${settings.file}`;
  const command = `ruff check ${choice} --no-cache --ignore-noqa --output-format json -- ${quoteAll(job)}`;
  const own = await job.lint({ tool: `ruff${by}`, program: 'ruff', command, parser: 'ruff-json' });
  if (own.result.known) return [own];
  const tool = `ruff ${job.bundled.versions.ruff} (bundled)`;
  const report =
    (named: string): ToFinding =>
    ({ rule, line, message }, path) => {
      const ignored = (settings?.ignoredIn(path) ?? []).some(
        (code) => code === 'ALL' || rule.startsWith(code),
      );
      return ignored ? null : { metric: 'quality', tool: named, rule, level: 'error', path, line, message };
    };
  const named = `${tool}${by}`;
  const chosen = settings === null ? null : await bundledRuff(job, settings.options, report(named));
  if (chosen?.known === true) return [own, { tool: named, result: chosen }];
  // If the bundled version does not know the settings: its usual rules, and why.
  const refused = chosen === null ? [] : [{ tool: named, result: chosen }];
  return [own, ...refused, { tool, result: await bundledRuff(job, LINT_RULES, report(tool)) }];
};

/** Tests consist of assertions; passwords are left to the secret scanner, which examines values too. */
const isFine = (job: AssessmentJob, rule: string, path: string): boolean =>
  (/^[SB]101$/.test(rule) && job.isTest(path)) || /^[SB]10[567]$/.test(rule);

const scan = async (job: AssessmentJob): Promise<readonly ToolOutcome[]> => {
  if (job.files.length === 0) return [];
  const command = `bandit -q -f json --ignore-nosec ${quoteAll(job)}`;
  const own = await job.scan({ tool: 'bandit', program: 'bandit', command, parser: 'bandit-json' });
  if (own.result.known)
    return [
      { ...own, result: measured(own.result.value.filter(({ rule, path }) => !isFine(job, rule, path))) },
    ];
  const tool = `ruff ${job.bundled.versions.ruff} (bundled), rules of bandit`;
  const result = await bundledRuff(job, ['S'], ({ rule, line, message }, path) =>
    isFine(job, rule, path)
      ? null
      : { metric: 'security', tool, rule, level: banditLevel(rule, message), path, line, message },
  );
  return [own, { tool, result }];
};

export const pythonAssessor: Assessor = {
  name: 'python',
  place: 1,
  programs: ['ruff', 'bandit', 'radon'],
  isManifest: (path) => MANIFEST.test(baseName(path)),
  lint,
  scan,
  measure: {
    program: 'radon',
    parser: 'radon-json',
    complexity: (files) => `radon cc -j ${files}`,
    maintainability: (files) => `radon mi -j ${files}`,
  },
};
