import { join } from 'node:path';
import { ExperimentPolicy } from '../../core/domain/experiment/experiment-policy.ts';
import type { ExperimentRecord } from '../../core/domain/experiment/experiment-record.ts';
import type { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import type { ObjectiveCheck } from '../../core/domain/experiment/objective-check.ts';
import { bindAgent } from '../../shell/experiment/trial/bind-agent.ts';
import { bindJudge } from '../../shell/experiment/trial/bind-judge.ts';
import { checkTree } from '../../shell/experiment/trial/check-tree.ts';
import type { ExperimentTools } from '../../shell/experiment/compare-configurations.ts';
import type { ExperimentProgress } from '../../shell/experiment/experiment-world.ts';
import { readSuiteFolder } from '../../shell/experiment/suite/load-suite.ts';
import type { CheckedResult } from '../../shell/experiment/trial/run-checks.ts';
import { startExperiment } from '../../shell/experiment/start-experiment.ts';
import { openLab } from '../../shell/experiment/trial/trial-lab.ts';
import type { Tools } from '../../shell/ports/tools.ts';
import type { ConfiguredAgent } from '../../shell/ports/configured-agent.ts';
import type { TrialJudge } from '../../shell/ports/trial-judge.ts';
import { UserError } from '../../shell/errors/user-error.ts';
import { openExperimentTools, openLabTools } from '../wiring/wiring-experiments.ts';
import { openAgentTools } from '../wiring/wiring.ts';

const CONFIG = 'hydra.toml';
const MAX_CONFIG_BYTES = 1024 * 1024;

/** Settings that may be given in place of those in `[experiment]`. */
export type PolicyInput = { readonly [Key in keyof ExperimentPolicy]?: unknown };

/** Of the work tree as it is, committed or not: an experiment is the user's own. */
const readProjectConfig = async (tools: Tools, file: string | undefined): Promise<HydraConfig> => {
  const at = file ?? join(tools.repository.root, CONFIG);
  const found = await tools.files.readBounded(at, MAX_CONFIG_BYTES);
  if (found === null && file !== undefined)
    throw new UserError('no-config', `There is no file ${file}`, 'Name a hydra.toml.');
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

export type ExperimentSession = {
  readonly world: ExperimentTools & { readonly tools: Tools };
  readonly config: HydraConfig;
  readonly policy: ExperimentPolicy;
};

/** The world of experiments on a repository, with the agents that its configuration knows. */
export const openExperiments = async (
  repo: string,
  { given = {}, configFile }: { readonly given?: PolicyInput; readonly configFile?: string | undefined } = {},
): Promise<ExperimentSession> => {
  const [opened, agents] = await Promise.all([openExperimentTools(repo), openAgentTools()]);
  const config = await readProjectConfig(opened.tools, configFile);
  return {
    config,
    policy: mergePolicy(config, given),
    world: {
      ...opened,
      openAgent: (spec, configurations) =>
        bindAgent(agents, { spec, definitions: config.agents }, configurations),
      openJudge: (spec) => bindJudge(agents, spec),
    },
  };
};

export type CompareOptions = {
  readonly repo?: string;
  /** Folder, commit, or COMMIT:FOLDER; `NAME=` may come first. */
  readonly baseline: string;
  readonly candidates: readonly string[];
  readonly tasks: string;
  /** A spec, or somebody of your own; else as `[experiment]` says. */
  readonly agent?: string | ConfiguredAgent;
  readonly judge?: string | TrialJudge | null;
  /** Anything of `[experiment]`: trials, rule, thresholds, weights. */
  readonly policy?: PolicyInput;
  readonly confirm?: boolean;
  readonly budgetUsd?: number;
  readonly seed?: number;
  readonly jobs?: number;
  readonly onProgress?: (progress: ExperimentProgress) => void;
};

const specs = ({ agent, judge, policy }: CompareOptions): PolicyInput => ({
  ...policy,
  ...(typeof agent === 'string' ? { agent } : {}),
  ...(typeof judge === 'string' ? { judge } : {}),
});

/** Runs tasks under a baseline and its candidates, and gives the verdict; the run is stored. */
export const compareConfigurations = async (options: CompareOptions): Promise<ExperimentRecord> => {
  const { repo = '.', agent, judge, onProgress, policy: _policy, ...asked } = options;
  const { world, config, policy } = await openExperiments(repo, { given: specs(options) });
  try {
    return await startExperiment(
      world,
      { ...asked, config, policy },
      {
        ...(onProgress === undefined ? {} : { onProgress }),
        ...(typeof agent === 'object' ? { agent } : {}),
        ...(typeof judge === 'object' ? { judge } : {}),
      },
    );
  } finally {
    world.tools.close();
  }
};

/**
 * Every check against a folder, in the sandbox: how many pass, of how many. `base`: the folder before the change, for
 * `diff_within`; `hidden`: a folder that commands find at `{checks}`. The folder itself is not changed.
 */
export const runObjectiveChecks = async (
  folder: string,
  checks: readonly ObjectiveCheck[],
  { base, hidden }: { readonly base?: string; readonly hidden?: string } = {},
): Promise<CheckedResult> => {
  const lab = await openLabTools();
  try {
    const opened = await openLab(lab);
    const { files } = lab.tools;
    const read = (at: string | undefined) => (at === undefined ? [] : readSuiteFolder(files, at));
    const [made, before, own] = [await read(folder), await read(base ?? folder), await read(hidden)];
    const laid = (fixture: typeof made) => opened.lay({ hash: '', fixture }, [], String(fixture === made));
    const [from, to] = [await laid(before), await laid(made)];
    const workspace = await opened.open(to, 'checks');
    try {
      const done = await checkTree(opened, {
        workspace,
        from: from.tree,
        task: { checks, hidden: own, fixture: before },
      });
      if (typeof done !== 'string') return { passed: done.passed, total: done.total, checks: done.checks };
      throw new UserError('unreadable-folder', `${folder} ${done}`, 'Name a folder of plain files.');
    } finally {
      await workspace.dispose();
    }
  } finally {
    await lab.close();
  }
};
