import type { CheckPlan } from '../../core/domain/source/repo-facts.ts';
import type { Tools } from '../ports/tools.ts';

/** Only the installation sees mirrors, proxies and the variables granted to it. */
export const withInstallEnvironment = (tools: Pick<Tools, 'readEnvironment'>, plan: CheckPlan): CheckPlan => {
  if (plan.install === null) return plan;
  const env = { ...tools.readEnvironment(plan.install.environment), ...plan.install.env };
  return { ...plan, install: { ...plan.install, env } };
};
