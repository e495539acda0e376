import { join } from 'node:path';
import type { CheckPlan } from '../../core/domain/source/repo-facts.ts';
import { renderHydraToml } from '../../core/report/analysis/hydra-toml.ts';
import type { Tools } from '../ports/tools.ts';
import { CONFIG_FILE } from './config-file.ts';
import { planEvaluation } from './plan-evaluation.ts';

export type GeneratedConfig = {
  /** The path of hydra.toml in the work tree. */
  readonly path: string;
  readonly text: string;
  readonly plan: CheckPlan;
};

/** A commented hydra.toml with every default, for the detected profile. Writes nothing. */
export const generateConfig = async (tools: Tools): Promise<GeneratedConfig> => {
  const { config, plan } = await planEvaluation(tools, await tools.repository.resolveBase('HEAD'));
  return { path: join(tools.repository.root, CONFIG_FILE), text: renderHydraToml(plan, config), plan };
};
