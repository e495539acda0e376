import type { Workspace } from '../../ports/workspaces.ts';
import type { FieldContext } from '../field/field-context.ts';
import type { TreeUnderTest, WhyNotRun } from './tree-lane.ts';

/** A candidate that changed a manifest gets dependencies of its own, in its own workspace. */
export const installOwn = async (
  { tools, plan, options }: FieldContext,
  subject: TreeUnderTest,
  workspace: Workspace,
): Promise<WhyNotRun | null> => {
  if (plan.install === null) return null;
  const { command, env, timeoutMs } = plan.install;
  const owner = subject.owners[0];
  const logFile = await tools.run.logPath(owner, 'install.log');
  const reportDir = await tools.files.makeFolder('report');
  tools.run.emit({ event: 'check_started', owners: subject.owners, check: 'install' });
  try {
    const files = { stdoutFile: logFile, stderrFile: logFile, reportDir };
    const ran = await workspace.run({
      command,
      env,
      timeoutMs,
      network: options.networkFor('install'),
      ...files,
    });
    const log = await tools.run.sealLog(owner, 'install.log');
    const outcome = ran.status === 'not-started' ? ran : { ...ran, log };
    await tools.run.record({ event: 'install', owners: subject.owners, outcome });
    if (ran.status === 'exited' && ran.exitCode === 0) return null;
    if (ran.status === 'not-started') return { cause: 'infrastructure', reason: `install: ${ran.reason}` };
    const how = ran.status === 'exited' ? `exit ${ran.exitCode}` : ran.status;
    return {
      cause: 'candidate',
      reason: `its changed dependencies could not be installed (${how}, see install.log)`,
    };
  } finally {
    await tools.files.removeFolder(reportDir);
  }
};
