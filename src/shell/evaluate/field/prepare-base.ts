import { readSymptoms } from '../../../core/analyse/base/read-symptoms.ts';
import { cleanLine } from '../../../core/report/text/clean-text.ts';
import { firstMeaningfulLine } from '../../../core/text/first-meaningful-line.ts';
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

const SHOWN = 100;

const LOG_BYTES = 64 * 1024 * 1024;
const MOST_FINDINGS = 3;
const HINT =
  'Set [scoring.commands] install in hydra.toml to the right command, or to false if none is needed.';

/** The line that shows what went wrong, the likely cause, and where the whole log is. */
const explain = async (
  tools: CaptureTools,
  reason: string,
  logFile: string,
): Promise<{ readonly text: string; readonly hint: string }> => {
  const log = (await tools.files.readBounded(logFile, LOG_BYTES))?.text ?? '';
  const findings = readSymptoms([log]).slice(0, MOST_FINDINGS);
  const line = firstMeaningfulLine(log);
  const text = [
    `Dependencies of the base could not be installed: ${reason}`,
    ...(line === null ? [] : [cleanLine(line, 400)]),
    ...findings.map(({ sentence }) => cleanLine(sentence)),
  ].join('\n');
  const [first] = findings;
  return { text, hint: first === undefined ? HINT : `${capitalised(first.help)}. ${HINT}` };
};

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

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
        : `checking out the base and installing (${install.command.slice(0, SHOWN)})`,
  });
  const logFile = await tools.run.logPath('baseline', 'install.log');
  const environment = tools.readEnvironment(plan.environment);
  const prepared = await tools.dispatcher.prepareBase({ commit: base.commit, install, environment, limits });
  if (prepared.log !== null) await tools.blobs.copyTo(prepared.log, logFile);
  const { installed } = prepared;
  const recorded = installed.status === 'failed' ? { ...installed, logFile } : installed;
  await tools.run.record({ event: 'prepared', installed: recorded });
  if (installed.status !== 'failed') return prepared;
  const { text, hint } = await explain(tools, installed.reason, logFile);
  throw new UserError('install-failed', text, hint);
};
