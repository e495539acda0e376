import { join } from 'node:path';
import type { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import type { CheckPlan, RepoFacts } from '../../core/domain/source/repo-facts.ts';
import {
  type CiCommands,
  ciFiles,
  type CommandName,
  readCiCommands,
} from '../../core/profile/ci-commands.ts';
import { planChecks } from '../../core/profile/plan-checks.ts';
import { renderHydraToml } from '../../core/report/analysis/hydra-toml.ts';
import { UserError } from '../errors/user-error.ts';
import type { Tools } from '../ports/tools.ts';
import { CONFIG_FILE } from './config-file.ts';
import { loadConfig, readRepoFacts } from './plan-evaluation.ts';

export type GeneratedConfig = {
  /** The path of hydra.toml in the work tree. */
  readonly path: string;
  readonly text: string;
  readonly plan: CheckPlan;
};

export type InitWishes = {
  /** Take commands from the continuous integration's configuration. */
  readonly fromCi?: boolean;
  /** Called with a plan that lacks checks; returns commands for them. */
  readonly ask?: (plan: CheckPlan) => Promise<CiCommands>;
};

const MOST_FILES = 20;

const ciCommands = async (
  { repository }: Tools,
  tree: string,
  files: readonly string[],
): Promise<CiCommands> => {
  const paths = ciFiles(files).slice(0, MOST_FILES);
  const texts = await Promise.all(paths.map((path) => repository.readText(tree, path)));
  const found = readCiCommands(texts.filter((text) => text !== null));
  if (Object.keys(found).length > 0) return found;
  throw new UserError(
    'no-ci',
    paths.length === 0
      ? 'there is no workflow in .github/workflows and no .gitlab-ci.yml'
      : `no command that can be used was found in ${paths.join(', ')}`,
    'Run `hydra init` without --from-ci, and set [scoring.commands].',
  );
};

/** A plan even if there is nothing to run yet; its notes list what is missing. */
const planOrNothing = (facts: RepoFacts, config: HydraConfig): CheckPlan => {
  const plan = planChecks(facts, config);
  if (!('unplanned' in plan)) return plan;
  return {
    profile: 'custom',
    packageManager: null,
    testRunner: null,
    install: null,
    checks: [],
    selectTests: null,
    commands: {},
    environment: [],
    notes: [`${plan.unplanned} Set [scoring.commands] below`],
  };
};

const withCommands = (config: HydraConfig, commands: CiCommands): HydraConfig => ({
  ...config,
  scoring: { ...config.scoring, commands: { ...commands, ...config.scoring.commands } },
});

/** A profile's installation works in the sandbox; one written for another machine may not. */
const usable = (found: CiCommands, plan: CheckPlan): CiCommands =>
  Object.fromEntries(
    Object.entries(found).filter(
      ([name]) => (name as CommandName) !== 'install' || plan.profile === 'custom',
    ),
  );

/** A commented hydra.toml with every default, for the detected profile. Writes nothing. */
export const generateConfig = async (tools: Tools, wishes: InitWishes = {}): Promise<GeneratedConfig> => {
  const base = await tools.repository.resolveBase('HEAD');
  const { config } = await loadConfig(tools, base);
  const facts = await readRepoFacts(tools.repository, base.tree);
  const found = wishes.fromCi ? await ciCommands(tools, base.tree, facts.files) : {};
  const completed = withCommands(config, usable(found, planOrNothing(facts, config)));
  const answers = (await wishes.ask?.(planOrNothing(facts, completed))) ?? {};
  const whole = withCommands(completed, answers);
  const plan = planOrNothing(facts, whole);
  return { path: join(tools.repository.root, CONFIG_FILE), text: renderHydraToml(plan, whole), plan };
};
