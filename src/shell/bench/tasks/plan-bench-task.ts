import { type TaskSettings, taskConfig, withTaskEnvironment } from '../../../core/bench/task-config.ts';
import { planEvaluation, type Planned } from '../../plan/plan-evaluation.ts';
import { withInstallEnvironment } from '../../plan/with-install-environment.ts';
import type { Base } from '../../ports/git-repository.ts';
import type { Tools } from '../../ports/tools.ts';

/** How a task's repository is installed and tested: by its files, its hydra.toml, and `[setup]` of the task. */
export const planBenchTask = async (
  tools: Tools,
  base: Base,
  task: TaskSettings,
): Promise<Pick<Planned, 'config' | 'plan'>> => {
  const { config, plan } = await planEvaluation(tools, base, undefined, {
    adjust: (own) => taskConfig(own, task),
  });
  return { config, plan: withTaskEnvironment(withInstallEnvironment(tools, plan), task) };
};
