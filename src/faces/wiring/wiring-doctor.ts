import { join } from 'node:path';
import type { SandboxPolicy } from '../../core/domain/policy/sandbox-policy.ts';
import { neededPrograms } from '../../core/profile/used-programs.ts';
import { UserError } from '../../shell/errors/user-error.ts';
import { locateRepository } from '../../shell/adapters/git/repository/locate-repository.ts';
import type { Diagnosis } from '../../shell/ports/diagnosis.ts';
import { cacheHome } from './wiring-folders.ts';

const MAX_CONFIG_BYTES = 1024 * 1024;

/** The sandbox that the work tree's hydra.toml asks for, committed or not; the default outside a repository. */
const sandboxAskedFor = async (directory: string): Promise<SandboxPolicy> => {
  const [{ localFiles }, { parseHydraToml }] = await Promise.all([
    import('../../shell/adapters/system/local-files.ts'),
    import('../../shell/adapters/config/toml-config.ts'),
  ]);
  const root = await locateRepository(directory).then(
    (found) => found.root,
    () => null,
  );
  const file =
    root === null ? null : await localFiles.readBounded(join(root, 'hydra.toml'), MAX_CONFIG_BYTES);
  return (await parseHydraToml(file?.text ?? '', 'hydra.toml')).sandbox;
};

/** The programs that an evaluation of this repository would start, found as an evaluation finds them. */
const diagnoseRepository = async (directory: string): Promise<readonly Diagnosis[]> => {
  const [{ openSession }, { openTools }, { planEvaluation }, programs] = await Promise.all([
    import('./session.ts'),
    import('./wiring.ts'),
    import('../../shell/plan/plan-evaluation.ts'),
    import('../../shell/plan/missing-programs.ts'),
  ]);
  const session = openSession();
  try {
    const tools = await openTools(session, directory);
    const { plan, config } = await planEvaluation(tools, await tools.repository.resolveBase('HEAD'));
    const missing = await programs.missingPrograms(tools, plan, config);
    return neededPrograms(plan).map(({ program, step, needed }): Diagnosis => {
      const found = !missing.some((one) => one.program === program);
      return {
        group: 'repository',
        what: program,
        state: found ? 'ok' : needed ? 'missing' : 'degraded',
        detail: `${step}: ${plan.commands[step as keyof typeof plan.commands] ?? ''}`,
        fix: found ? '' : `Install ${program} and put it on the PATH, or set [scoring.commands] ${step}.`,
      };
    });
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  } finally {
    await session.close();
  }
};

/** Installed agents: their versions, whether files and variables show a login, and what they may do. */
const diagnoseAgents = async (): Promise<readonly Diagnosis[]> => {
  const [{ openAgentPrograms }, { AGENT_PROGRAMS }] = await Promise.all([
    import('../../shell/adapters/agent/agent-programs.ts'),
    import('../../core/agent/agent-programs.ts'),
  ]);
  const programs = openAgentPrograms(process.env);
  return Promise.all(
    AGENT_PROGRAMS.map(
      async ({ id, program, install, logIn, keys, logins, permissions }): Promise<Diagnosis> => {
        const absent = { group: 'agents', what: id, state: 'absent' } as const;
        if (!(await programs.has(program))) return { ...absent, detail: 'not installed', fix: install };
        const version = (await programs.versionOf(program)) ?? 'version unknown';
        const [set, found] = [Object.keys(programs.readEnvironment(keys)), await programs.findLogins(logins)];
        const by = [...set, ...found.map((path) => `~/${path}`)];
        if (by.length === 0) return { ...absent, detail: `${version}, not logged in`, fix: logIn };
        const detail = `${version}, login by ${by.join(', ')}; may use ${permissions}`;
        return { group: 'agents', what: id, state: 'ok', detail, fix: '' };
      },
    ),
  );
};

/** What is installed on this machine, and whether its sandbox works. */
export const diagnoseMachine = async (directory: string): Promise<readonly Diagnosis[]> => {
  const [{ probeIsolation }, { diagnosePrograms }] = await Promise.all([
    import('../../shell/adapters/workspaces/isolation/probe-isolation.ts'),
    import('../../shell/adapters/system/diagnose-programs.ts'),
  ]);
  const sandbox = await sandboxAskedFor(directory);
  const isolation = await probeIsolation({
    cacheDir: join(cacheHome(), 'doctor'),
    isolation: sandbox.mode,
    container: sandbox,
  });
  const findings = isolation.map(({ what, ok, detail, fix, needed }): Diagnosis => ({
    group: 'isolation',
    what,
    state: ok ? 'ok' : needed ? 'degraded' : 'absent',
    detail,
    fix: ok ? '' : fix,
  }));
  return [
    ...(await diagnosePrograms()),
    ...findings,
    ...(await diagnoseRepository(directory)),
    ...(await diagnoseAgents()),
  ];
};
