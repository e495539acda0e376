import { liftSuppressions } from '../../core/analyse/change/lift-suppressions.ts';
import { classifyPath } from '../../core/analyse/classify-path.ts';
import type { ToolOutcome } from '../../core/assess/assessed-language.ts';
import type { AssessedFinding } from '../../core/domain/evidence/assessment.ts';
import { type Measured, measured, missing } from '../../core/domain/measured.ts';
import { ruffJson } from '../../core/parse/lint/ruff-json.ts';
import { radonComplexity, radonIndex } from '../../core/parse/measure/radon-json.ts';
import { banditJson } from '../../core/parse/security/bandit-json.ts';
import type { RuleHit } from '../ports/assessment.ts';
import { banditLevel } from './bandit-level.ts';
import {
  askTool,
  baseName,
  type LanguageAssessor,
  type LanguageJob,
  quotedAll,
  runLinter,
  runScanner,
  type ToolMeasures,
} from './language-assessor.ts';

/** Ruff's own choice and bugbear: the same for everybody, so that no change can choose its judge. */
const LINT_RULES = ['E4', 'E7', 'E9', 'F', 'B'];
const SYNTAX = 'invalid-syntax';
const MANIFEST = /^(?:requirements.*\.txt|pyproject\.toml|poetry\.lock|uv\.lock|Pipfile(?:\.lock)?)$/;

type ToFinding = (hit: RuleHit, path: string) => AssessedFinding | null;

const bundledRuff = async (
  { files, bundled }: LanguageJob,
  rules: readonly string[],
  toFinding: ToFinding,
): Promise<Measured<readonly AssessedFinding[]>> => {
  const findings: AssessedFinding[] = [];
  for (const file of files) {
    const hits = await bundled.ruff(liftSuppressions(file), rules);
    if (!hits.known) return missing('not-configured', `${file.path}: ${hits.reason}`);
    findings.push(
      ...hits.value.flatMap((hit) => (hit.rule === SYNTAX ? [] : (toFinding(hit, file.path) ?? []))),
    );
  }
  return measured(findings);
};

const lint = async (job: LanguageJob): Promise<readonly ToolOutcome[]> => {
  const command = `ruff check --isolated --no-cache --ignore-noqa --output-format json --select ${LINT_RULES.join(',')} -- ${quotedAll(job.files)}`;
  const own = await runLinter(job, { tool: 'ruff', program: 'ruff', command }, ruffJson);
  if (own.result.known) return [own];
  const tool = `ruff ${job.bundled.versions.ruff} (bundled)`;
  const result = await bundledRuff(job, LINT_RULES, ({ rule, line, message }, path) => ({
    metric: 'quality',
    tool,
    rule,
    level: 'error',
    path,
    line,
    message,
  }));
  return [own, { tool, result }];
};

/** An assertion is what a test is made of. */
const isFine = (rule: string, path: string): boolean =>
  /^[SB]101$/.test(rule) && classifyPath(path) === 'test';

const scan = async (job: LanguageJob): Promise<readonly ToolOutcome[]> => {
  if (job.files.length === 0) return [];
  const command = `bandit -q -f json --ignore-nosec ${quotedAll(job.files)}`;
  const own = await runScanner(job, { tool: 'bandit', program: 'bandit', command }, banditJson);
  if (own.result.known)
    return [{ ...own, result: measured(own.result.value.filter(({ rule, path }) => !isFine(rule, path))) }];
  const tool = `ruff ${job.bundled.versions.ruff} (bundled), rules of bandit`;
  const result = await bundledRuff(job, ['S'], ({ rule, line, message }, path) =>
    isFine(rule, path)
      ? null
      : { metric: 'security', tool, rule, level: banditLevel(rule, message), path, line, message },
  );
  return [own, { tool, result }];
};

const measure = async (job: LanguageJob): Promise<Measured<ToolMeasures>> => {
  const ask = (what: string) =>
    askTool(job, { tool: 'radon', program: 'radon', command: `radon ${what} -j ${quotedAll(job.files)}` });
  const [cc, mi] = [await ask('cc'), await ask('mi')];
  const functions = cc.known ? radonComplexity(cc.value) : cc;
  const maintainability = mi.known ? radonIndex(mi.value) : mi;
  if (!functions.known) return functions;
  if (!maintainability.known) return maintainability;
  return measured({ by: 'radon', functions: functions.value, maintainability: maintainability.value });
};

export const pythonAssessor: LanguageAssessor = {
  language: 'python',
  name: 'python',
  programs: ['ruff', 'bandit', 'radon'],
  isManifest: (path) => MANIFEST.test(baseName(path)),
  lint,
  scan,
  measure,
};
