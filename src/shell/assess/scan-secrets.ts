import { findHardcodedSecrets, SECRET_RULES } from '../../core/analyse/secrets/find-secrets.ts';
import { type AssessedLanguage, countedFindings } from '../../core/assess/assessed-language.ts';
import type { AssessedFinding, ChangedSourceFile } from '../../core/domain/evidence/assessment.ts';
import { measured, missing } from '../../core/domain/measured.ts';
import type { ToolOutcome } from '../../core/languages/parts/assessor.ts';
import type { AssessmentWorld } from './open-job.ts';

/** Secrets are looked for in every text that a change writes, whatever its language. */
const scanSecrets = async (
  { bundled }: AssessmentWorld,
  files: readonly ChangedSourceFile[],
): Promise<ToolOutcome> => {
  const tool = `secretlint ${bundled.versions.secretlint} (bundled) and ${SECRET_RULES}`;
  const findings: AssessedFinding[] = [];
  for (const { path, text } of files) {
    const reported = await bundled.secrets(path, text);
    if (!reported.known)
      return { tool, isPartial: true, result: missing('not-configured', `${path}: ${reported.reason}`) };
    for (const hit of findHardcodedSecrets(path, text, reported.value))
      findings.push({ metric: 'security', tool, path, ...hit });
  }
  return { tool, isPartial: true, result: measured(findings) };
};

/** A language with the secrets found in its files. */
export const withSecrets = async (
  world: AssessmentWorld,
  language: AssessedLanguage,
): Promise<AssessedLanguage> => {
  if (language.files.length === 0) return language;
  const secrets = await scanSecrets(
    world,
    language.files.map(({ file }) => file),
  );
  return { ...language, outcomes: [...language.outcomes, secrets] };
};

/** Files without a known language count only if secrets are found in them. */
export const otherFiles = async (
  world: AssessmentWorld,
  others: readonly ChangedSourceFile[],
): Promise<readonly AssessedLanguage[]> => {
  const outcome = await scanSecrets(world, others);
  const unmeasured = missing('not-configured', 'it is not source code');
  const language: AssessedLanguage = {
    name: 'text',
    measuredBy: '',
    files: others.map((file) => ({ file, functions: unmeasured, maintainability: null })),
    manifests: [],
    outcomes: [outcome],
  };
  return countedFindings(language).length === 0 ? [] : [language];
};
