import { HydraConfig } from '../../../src/core/domain/policy/hydra-config.ts';
import type { Check, CheckKind } from '../../../src/core/domain/check/check.ts';
import type { CheckPlan, RepoFacts } from '../../../src/core/domain/source/repo-facts.ts';
import { filesToRead, planChecks } from '../../../src/core/profile/plan-checks.ts';

export type Files = Readonly<Record<string, string>>;

/** Facts as the shell would gather them: text only for the paths that planning requests. */
export const factsOf = (files: Files, changed: readonly string[] = []): RepoFacts => {
  const paths = Object.keys(files);
  const texts = Object.fromEntries(filesToRead(paths, changed).map((path) => [path, files[path]!]));
  return { files: paths, texts };
};

export const configOf = (config: unknown = {}): HydraConfig => HydraConfig.parse(config);

export const planOf = (files: Files, config: unknown = {}): CheckPlan => {
  const plan = planChecks(factsOf(files), configOf(config));
  if ('unplanned' in plan) throw new Error(plan.unplanned);
  return plan;
};

export const packageJson = (manifest: unknown): Files => ({ 'package.json': JSON.stringify(manifest) });

export const checkOf = (plan: CheckPlan, kind: CheckKind): Check | undefined =>
  plan.checks.find((check) => check.kind === kind);

const PRELUDE = /^export (PATH|MAVEN_OPTS|GRADLE_USER_HOME)="[^"]*"; /;

/** The command without the way to installed tools. */
export const commandOf = (plan: CheckPlan, kind: CheckKind): string | undefined =>
  checkOf(plan, kind)?.command.replace(PRELUDE, '');
