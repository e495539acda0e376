import type { BenchTask } from '../domain/bench/bench-task.ts';
import { shellQuote } from '../domain/check/shell-quote.ts';
import type { HydraConfig } from '../domain/policy/hydra-config.ts';
import type { CheckPlan } from '../domain/source/repo-facts.ts';

export type TaskSettings = Pick<BenchTask, 'tests'> & Partial<Pick<BenchTask, 'setup' | 'services'>>;

/** A task that is decided by commands alone needs no test command of its repository. */
const NO_TESTS = 'true';

const decidedByCommands = ({ fail_to_pass, pass_to_pass }: BenchTask['tests']): boolean =>
  !Array.isArray(fail_to_pass) && (!Array.isArray(pass_to_pass) || pass_to_pass.length === 0);

/** The configuration of a task's repository with what `task.toml` sets. */
export const taskConfig = (config: HydraConfig, { setup, services, tests }: TaskSettings): HydraConfig => {
  const { install, build, profile, report, image } = setup ?? {};
  const { timeout_seconds: seconds, install_timeout_seconds: installSeconds } = setup ?? {};
  const test = setup?.test ?? (decidedByCommands(tests) ? NO_TESTS : undefined);
  const { scoring, sandbox } = config;
  return {
    ...config,
    scoring: {
      ...scoring,
      ...(profile === undefined ? {} : { profile }),
      commands: {
        ...scoring.commands,
        ...(install === undefined ? {} : { install }),
        ...(build === undefined ? {} : { build }),
        ...(test === undefined ? {} : { test }),
      },
      timeouts: {
        ...scoring.timeouts,
        ...(seconds === undefined ? {} : { build: seconds, test: seconds }),
        ...(installSeconds === undefined ? {} : { install: installSeconds }),
      },
      reports: { ...scoring.reports, ...(report === undefined ? {} : { test: report }) },
    },
    services: { ...config.services, ...services },
    // A task that names an image needs its tools, so nothing else will do.
    sandbox: image === undefined ? sandbox : { ...sandbox, mode: 'container', image, pull: true },
  };
};

const exported = (environment: Readonly<Record<string, string>>, command: string): string =>
  `${Object.entries(environment)
    .map(([name, value]) => `export ${name}=${shellQuote(value)}; `)
    .join('')}${command}`;

/** The plan with the task's variables: in every check, in the installation, and in the commands an agent is given. */
export const withTaskEnvironment = (plan: CheckPlan, { setup }: TaskSettings): CheckPlan => {
  const environment = setup?.environment ?? {};
  if (Object.keys(environment).length === 0) return plan;
  return {
    ...plan,
    checks: plan.checks.map((check) => ({ ...check, env: { ...check.env, ...environment } })),
    install: plan.install === null ? null : { ...plan.install, env: { ...plan.install.env, ...environment } },
    commands: Object.fromEntries(
      Object.entries(plan.commands).map(([kind, command]) => [kind, exported(environment, command)]),
    ),
  };
};
