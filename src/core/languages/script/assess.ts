import type { AssessedFinding } from '../../domain/evidence/assessment.ts';
import { mapMeasured, type Measured, measured, missing } from '../../domain/measured.ts';
import { baseName, folderOf } from '../../domain/source/path-parts.ts';
import { type AssessmentJob, type Assessor, quoteAll, type ToolOutcome } from '../parts/assessor.ts';
import { HAZARD_RULES } from './hazards/find-hazards.ts';

const ESLINT = './node_modules/eslint/bin/eslint.js';
const OWN_ESLINT = "eslint (the repository's)";
const ENDINGS = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'];
const CONFIGURATION = [
  ...ENDINGS.map((ending) => `eslint.config.${ending}`),
  ...['.json', '.js', '.cjs', '.yml', '.yaml', ''].map((ending) => `.eslintrc${ending}`),
];
const MOST_FILES = 500;
const MOST_AUDITS = 5;

/** The configuration with which the repository's own linter may judge the change, or why it may not. */
const findEslint = async ({ lacks, readText, changed }: AssessmentJob): Promise<Measured<string>> => {
  for (const name of CONFIGURATION) {
    if (changed.has(name))
      return missing('not-configured', `the change touches ${name}, so it does not judge the change`);
    if ((await readText(name)) === null) continue;
    const lacking = await lacks(ESLINT);
    return lacking === null ? measured(name) : missing('not-configured', lacking);
  }
  return missing('not-configured', 'the repository has no configuration of eslint');
};

const bundledOxlint = async ({ bundled, files }: AssessmentJob): Promise<ToolOutcome> => {
  const tool = `oxlint ${bundled.versions.oxlint} (bundled)`;
  if (files.length > MOST_FILES)
    return { tool, result: missing('not-configured', `more than ${MOST_FILES} files`) };
  const result = mapMeasured(await bundled.oxlint(files), ({ findings }) =>
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

const lint = async (job: AssessmentJob): Promise<readonly ToolOutcome[]> => {
  const found = await findEslint(job);
  if (!found.known) return [{ tool: OWN_ESLINT, result: found }, await bundledOxlint(job)];
  // Older configurations do not know the option.
  const quietly = found.value.startsWith('.') ? '' : '--no-warn-ignored ';
  const command = `node ${ESLINT} -f json --no-inline-config ${quietly}${quoteAll(job)}`;
  const own = await job.lint({ tool: OWN_ESLINT, program: 'node', command, parser: 'eslint-json' });
  return own.result.known ? [own] : [own, await bundledOxlint(job)];
};

const hazardsOf = ({ files, hazardsIn }: AssessmentJob): ToolOutcome => {
  const findings: AssessedFinding[] = [];
  for (const { path } of files) {
    const hazards = hazardsIn(path);
    if (!hazards.known) return { tool: HAZARD_RULES, result: missing('not-configured', hazards.reason) };
    findings.push(
      ...hazards.value.map((hazard): AssessedFinding => ({
        metric: 'security',
        tool: HAZARD_RULES,
        path,
        ...hazard,
      })),
    );
  }
  return { tool: HAZARD_RULES, result: measured(findings) };
};

/** For the folder whose manifest or lockfile changed; the advisories come from the registry. */
const auditOf = async (
  { readText, bundled, manifests }: AssessmentJob,
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
  const path = manifests.find((one) => folderOf(one) === folder) ?? at('package-lock.json');
  const result = mapMeasured(await bundled.npmAudit(manifest, lockfile), (hazards) =>
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

const scan = async (job: AssessmentJob): Promise<readonly ToolOutcome[]> => {
  const audits: ToolOutcome[] = [];
  for (const folder of [...new Set(job.manifests.map(folderOf))].slice(0, MOST_AUDITS))
    audits.push(await auditOf(job, folder));
  return job.files.length === 0 ? audits : [hazardsOf(job), ...audits];
};

export const scriptAssessor: Assessor = {
  name: 'javascript',
  place: 2,
  programs: ['node', ESLINT],
  isManifest: (path) => /^(?:package\.json|package-lock\.json|npm-shrinkwrap\.json)$/.test(baseName(path)),
  lint,
  scan,
};
