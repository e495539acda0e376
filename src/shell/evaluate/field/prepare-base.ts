import type { CheckPlan } from '../../../core/domain/source/repo-facts.ts';
import type { CaptureTools } from './capture-tools.ts';
import type { Base } from '../../ports/git-repository.ts';
import type { WorkBase } from '../../../core/domain/work/work.ts';
import type { PreparedBase } from '../../../core/domain/work/work-result.ts';
import { UserError } from '../../errors/user-error.ts';

type BaseRequest = {
  readonly base: Base;
  readonly plan: CheckPlan;
  readonly limits: WorkBase['limits'];
};

const TAIL_LINES = 16;
const TAIL_BYTES = 64 * 1024 * 1024;

const tail = async (tools: CaptureTools, logFile: string): Promise<string> => {
  const found = await tools.files.readBounded(logFile, TAIL_BYTES);
  return (found?.text ?? '').trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
};

/** Checks out the base and installs its dependencies once; without them no check means anything. */
export const prepareBase = async (
  tools: CaptureTools,
  { base, plan, limits }: BaseRequest,
): Promise<PreparedBase> => {
  const { install } = plan;
  tools.run.emit({
    event: 'stage',
    text:
      install === null
        ? 'checking out the base'
        : `checking out the base and installing (${install.command})`,
  });
  const logFile = await tools.run.logPath('baseline', 'install.log');
  const environment = tools.readEnvironment(plan.environment);
  const prepared = await tools.dispatcher.prepareBase({ commit: base.commit, install, environment, limits });
  if (prepared.log !== null) await tools.blobs.copyTo(prepared.log, logFile);
  const { installed } = prepared;
  const recorded = installed.status === 'failed' ? { ...installed, logFile } : installed;
  await tools.run.record({ event: 'prepared', installed: recorded });
  if (installed.status !== 'failed') return prepared;
  throw new UserError(
    'install-failed',
    `Dependencies of the base could not be installed: ${installed.reason}\n${await tail(tools, logFile)}`,
    'Set [scoring.commands] install in hydra.toml to the right command, or to false if none is needed.',
  );
};
