import type { Check } from '../../../core/domain/check/check.ts';
import type { CheckOutcome } from '../../../core/domain/check/check-outcome.ts';
import type { FinishedCheck } from '../../../core/parse/interpret-checks.ts';
import { shellQuote } from '../../../core/domain/check/shell-quote.ts';
import type { Patience, Ran, Workspace } from '../../ports/workspaces.ts';
import type { CaptureTools } from '../field/capture-tools.ts';
import type { OnIdle } from './run-lanes.ts';
import { readDocuments } from './read-documents.ts';

export type CheckTask = {
  readonly owner: string;
  readonly check: Check;
  readonly workspace: Workspace;
  readonly network: boolean;
  readonly onIdle: OnIdle;
  /** Called with the report folder before the command, and after one that ended by itself. */
  readonly before?: (reportDir: string) => Promise<void>;
  readonly after?: (reportDir: string) => Promise<void>;
  readonly patience: () => Patience | null;
  /** Files of the workspace that the command shall not find. */
  readonly without?: readonly string[];
};

/** A target's name may be anything; a file's may not. */
export const logStem = (name: string): string => name.replaceAll(/[^A-Za-z0-9._-]/g, '_');

/** The log for people, and beside it standard output where a parser reads that alone. */
export const logNames = (check: Check): readonly string[] => {
  const stem = logStem(check.name);
  return check.report.from === 'stdout' ? [`${stem}.log`, `${stem}.stdout`] : [`${stem}.log`];
};

/** One try and, where the machine and not the code failed, one more. */
const runTwiceIfNotStarted = async (attempt: () => Promise<Ran>): Promise<Ran> => {
  const first = await attempt();
  return first.status === 'not-started' ? attempt() : first;
};

/** In the sandbox, since what was frozen cannot be changed from outside. */
const removing = (paths: readonly string[]): string =>
  paths.length === 0 ? '' : `rm -f -- ${paths.map(shellQuote).join(' ')}\n`;

/** Runs one check in one workspace and brings back how it ended and what it reported. */
export const runCheck = async (tools: CaptureTools, task: CheckTask): Promise<FinishedCheck> => {
  const { owner, check, workspace } = task;
  const stem = logStem(check.name);
  const stderrFile = await tools.run.logPath(owner, `${stem}.log`);
  const apart = check.report.from === 'stdout';
  const stdoutFile = apart ? await tools.run.logPath(owner, `${stem}.stdout`) : stderrFile;
  const reportDir = await tools.files.makeFolder('report');
  const { run } = tools;
  try {
    if (check.report.from === 'workspace-files') await workspace.remove(check.report.pattern);
    await task.before?.(reportDir);
    const ran = await runTwiceIfNotStarted(() =>
      workspace.run({
        command: `${removing(task.without ?? [])}${check.command}`,
        env: check.env,
        timeoutMs: check.timeoutMs,
        patience: task.patience,
        network: task.network,
        onIdle: task.onIdle,
        stdoutFile,
        stderrFile,
        reportDir,
      }),
    );
    if (ran.status === 'exited') await task.after?.(reportDir);
    const documents = await readDocuments(tools.files, workspace, check, {
      stdoutFile,
      stderrFile,
      reportDir,
    });
    if (apart) await run.sealLog(owner, `${stem}.stdout`);
    const log = await run.sealLog(owner, `${stem}.log`);
    const outcome: CheckOutcome = ran.status === 'not-started' ? ran : { ...ran, log };
    return { check, outcome, documents, root: workspace.root };
  } finally {
    await tools.files.removeFolder(reportDir);
  }
};
