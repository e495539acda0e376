import type { CheckPlan } from '../../core/domain/source/repo-facts.ts';
import type { Tools } from '../ports/tools.ts';

/** The installation alone sees mirrors, proxies and what it was granted. */
export const withInstallEnvironment = (tools: Pick<Tools, 'readEnvironment'>, plan: CheckPlan): CheckPlan => {
  if (plan.install === null) return plan;
  const env = { ...tools.readEnvironment(plan.install.environment), ...plan.install.env };
  return { ...plan, install: { ...plan.install, env } };
};
