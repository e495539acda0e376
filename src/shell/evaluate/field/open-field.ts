import { canonicalJson } from '../../../core/domain/json/canonical-json.ts';
import type { CheckKind } from '../../../core/domain/check/check.ts';
import type { HydraConfig } from '../../../core/domain/policy/hydra-config.ts';
import type { CheckPlan } from '../../../core/domain/source/repo-facts.ts';
import { stopsAtBrokenBuild } from '../../../core/next-work/checks.ts';
import type { CaptureTools } from './capture-tools.ts';
import { type FieldContext, newFieldContext } from './field-context.ts';
import type { Base } from '../../ports/git-repository.ts';
import { jobLimitsOf } from '../../plan/job-limits-of.ts';
import { prepareBase } from './prepare-base.ts';

export type FieldRequest = {
  readonly base: Base;
  readonly config: HydraConfig;
  readonly plan: CheckPlan;
  /** What an earlier, killed attempt had imported. */
  readonly past?: unknown;
};

/** Prepares the base and everything that all checks share. */
export const openField = async (tools: CaptureTools, request: FieldRequest): Promise<FieldContext> => {
  const { plan, config } = request;
  const limits = jobLimitsOf(config);
  const base = await prepareBase(tools, { ...request, limits });
  const around = {
    tools: await tools.dispatcher.toolVersions(plan.programs),
    isolation: tools.dispatcher.isolation.level,
    installed: base.key,
    limits: JSON.stringify(config.checks.limits),
    environment: tools.digest(canonicalJson(tools.readEnvironment(plan.environment))),
  };
  const options = {
    resumed: request.past !== undefined,
    stopAtBrokenBuild: stopsAtBrokenBuild(config.scoring),
    networkFor: (kind: CheckKind | 'install') => config.checks[kind].network ?? kind === 'install',
  };
  return newFieldContext({ tools, plan, base, around, limits, options });
};
