import { HAZARD_RULES } from '../../core/analyse/hazards/find-hazards.ts';
import type { ToolOutcome } from '../../core/assess/assessed-language.ts';
import type { AssessedFinding } from '../../core/domain/evidence/assessment.ts';
import { mapMeasured, type Measured, measured, missing } from '../../core/domain/measured.ts';
import { eslintJson } from '../../core/parse/lint/eslint-json.ts';
import { oxlintJson } from '../../core/parse/lint/oxlint-json.ts';
import { npmAuditJson } from '../../core/parse/security/npm-audit-json.ts';
import {
  baseName,
  folderOf,
  type LanguageAssessor,
  type LanguageJob,
  quotedAll,
  runLinter,
} from './language-assessor.ts';

const ESLINT = './node_modules/eslint/bin/eslint.js';
const OWN_ESLINT = "eslint (the repository's)";
const ENDINGS = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'];
const CONFIGURATION = [
  ...ENDINGS.map((ending) => `eslint.config.${ending}`),
  ...['.json', '.js', '.cjs', '.yml', '.yaml', ''].map((ending) => `.eslintrc${ending}`),
];
const MOST_FILES = 500;
const MOST_AUDITS = 5;

/** The configuration under which the repository's own linter may judge the change, or why it may not. */
const findEslint = async ({ sandbox, readText, changed }: LanguageJob): Promise<Measured<string>> => {
  for (const name of CONFIGURATION) {
    if (changed.has(name))
      return missing('not-configured', `the change touches ${name}, so it does not judge the change`);
    if ((await readText(name)) === null) continue;
    const lacking = await sandbox.lacks(ESLINT);
    return lacking === null ? measured(name) : missing('not-configured', lacking);
  }
  return missing('not-configured', 'the repository has no configuration of eslint');
};

const bundledOxlint = async ({ bundled, files }: LanguageJob): Promise<ToolOutcome> => {
  const tool = `oxlint ${bundled.versions.oxlint} (bundled)`;
  if (files.length > MOST_FILES)
    return { tool, result: missing('not-configured', `more than ${MOST_FILES} files`) };
  const report = await bundled.oxlint(files);
  const read = report.known ? oxlintJson.parse(report.value) : report;
  const result = mapMeasured(read, ({ findings }) =>
    findings.map(({ rule, severity, file, line, message }): AssessedFinding => ({
      metric: 'quality',
      tool,
      rule,
      level: severity,
      path: file,
      line,
      message,
    })),
  );
  return { tool, result: result.known ? result : missing('not-configured', result.reason) };
};

const lint = async (job: LanguageJob): Promise<readonly ToolOutcome[]> => {
  const found = await findEslint(job);
  if (!found.known) return [{ tool: OWN_ESLINT, result: found }, await bundledOxlint(job)];
  // Older configurations do not know the option.
  const quietly = found.value.startsWith('.') ? '' : '--no-warn-ignored ';
  const command = `node ${ESLINT} -f json --no-inline-config ${quietly}${quotedAll(job.files)}`;
  const own = await runLinter(job, { tool: OWN_ESLINT, program: 'node', command }, eslintJson);
  return own.result.known ? [own] : [own, await bundledOxlint(job)];
};

const hazardsOf = ({ files, readings }: LanguageJob): ToolOutcome => {
  const findings: AssessedFinding[] = [];
  for (const { path } of files) {
    const reading: Measured<unknown> =
      readings.get(path) ?? missing('not-configured', `${path} was not read`);
    if (!reading.known) return { tool: HAZARD_RULES, result: missing('not-configured', reading.reason) };
  }
  for (const { path } of files) {
    const reading = readings.get(path);
    const hazards = reading?.known ? reading.value.hazards : [];
    findings.push(
      ...hazards.map((hazard): AssessedFinding => ({
        metric: 'security',
        tool: HAZARD_RULES,
        path,
        ...hazard,
      })),
    );
  }
  return { tool: HAZARD_RULES, result: measured(findings) };
};

/** Of the folder whose manifest or lockfile changed; the advisories are the registry's. */
const auditOf = async (
  { readText, bundled, manifests }: LanguageJob,
  folder: string,
): Promise<ToolOutcome> => {
  const tool = 'npm audit';
  const at = (name: string): string => (folder === '' ? name : `${folder}/${name}`);
  const [manifest, lockfile] = [await readText(at('package.json')), await readText(at('package-lock.json'))];
  if (manifest === null || lockfile === null) {
    const where = folder === '' ? 'the root' : folder;
    return {
      tool,
      result: missing('not-configured', `no package.json with a package-lock.json in ${where}`),
    };
  }
  const report = await bundled.npmAudit(manifest, lockfile);
  const read = report.known ? npmAuditJson.parse(report.value) : report;
  const path = manifests.find((one) => folderOf(one) === folder) ?? at('package-lock.json');
  const result = mapMeasured(read, (hazards) =>
    hazards.map(({ rule, level, message }): AssessedFinding => ({
      metric: 'security',
      tool,
      rule,
      level,
      path,
      line: 0,
      message,
    })),
  );
  return { tool, result };
};

const scan = async (job: LanguageJob): Promise<readonly ToolOutcome[]> => {
  const audits: ToolOutcome[] = [];
  for (const folder of [...new Set(job.manifests.map(folderOf))].slice(0, MOST_AUDITS))
    audits.push(await auditOf(job, folder));
  return job.files.length === 0 ? audits : [hazardsOf(job), ...audits];
};

export const scriptAssessor: LanguageAssessor = {
  language: 'script',
  name: 'javascript',
  programs: ['node', ESLINT],
  isManifest: (path) => /^(?:package\.json|package-lock\.json|npm-shrinkwrap\.json)$/.test(baseName(path)),
  lint,
  scan,
};
