import { join } from 'node:path';
import { ExperimentPolicy } from '../../core/domain/experiment/experiment-policy.ts';
import type { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import { UserError } from '../errors/user-error.ts';
import type { AgentTools } from '../ports/agent-tools.ts';
import type { Tools } from '../ports/tools.ts';
import type { ExperimentTools } from './compare-configurations.ts';
import { bindAgent } from './trial/bind-agent.ts';
import { bindJudge } from './trial/bind-judge.ts';

const CONFIG = 'hydra.toml';
const MAX_CONFIG_BYTES = 1024 * 1024;

/** Settings that override those in `[experiment]`. */
export type PolicyInput = { readonly [Key in keyof ExperimentPolicy]?: unknown };

export type ExperimentChoices = {
  readonly given?: PolicyInput;
  readonly configFile?: string | undefined;
};

export type ExperimentSession = {
  readonly world: ExperimentTools & { readonly tools: Tools };
  readonly config: HydraConfig;
  readonly policy: ExperimentPolicy;
};

/** From the current work tree, committed or not: an experiment is the user's own. */
const readProjectConfig = async (tools: Tools, file: string | undefined): Promise<HydraConfig> => {
  const at = file ?? join(tools.repository.root, CONFIG);
  const found = await tools.files.readBounded(at, MAX_CONFIG_BYTES);
  if (found === null && file !== undefined)
    throw new UserError('no-config', `There is no file ${file}`, 'Specify a hydra.toml.');
  return tools.parseConfig(found?.text ?? '', file ?? CONFIG);
};

const mergePolicy = (config: HydraConfig, given: PolicyInput): ExperimentPolicy => {
  const read = ExperimentPolicy.safeParse({ ...config.experiment, ...given });
  if (read.success) return read.data;
  const [first] = read.error.issues;
  throw new UserError(
    'policy',
    `${first?.path.join('.') ?? ''}: ${first?.message ?? 'not understood'}`,
    'docs/configuration.md lists the keys of [experiment].',
  );
};

/** Experiments on a repository, with the agents and the policy of its configuration. */
export const startSession = async (
  opened: Omit<ExperimentTools, 'openAgent' | 'openJudge'> & { readonly tools: Tools },
  agents: AgentTools,
  { given = {}, configFile }: ExperimentChoices,
): Promise<ExperimentSession> => {
  const config = await readProjectConfig(opened.tools, configFile);
  return {
    config,
    policy: mergePolicy(config, given),
    world: {
      ...opened,
      openLabTools: async () => {
        const lab = await opened.openLabTools();
        const { openWorkspaces } = lab.tools;
        const sandboxed: typeof openWorkspaces = (options) =>
          openWorkspaces({ ...options, sandbox: config.sandbox });
        return { ...lab, trust: config.trust, tools: { ...lab.tools, openWorkspaces: sandboxed } };
      },
      openAgent: (spec, configurations) =>
        bindAgent(agents, { spec, definitions: config.agents }, configurations),
      openJudge: (spec) => bindJudge(agents, spec),
    },
  };
};
