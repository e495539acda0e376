import type { ExperimentRecord } from '../../core/domain/experiment/experiment-record.ts';
import type { ObjectiveCheck } from '../../core/domain/experiment/objective-check.ts';
import type { OnEvent } from '../../core/domain/run/run-event.ts';
import type { PolicyInput } from '../../shell/experiment/experiment-session.ts';
import { startExperiment } from '../../shell/experiment/start-experiment.ts';
import type { CheckedResult } from '../../shell/experiment/trial/run-checks.ts';
import {
  type ObjectiveCheckOptions,
  runObjectiveChecks as runChecks,
} from '../../shell/experiment/trial/run-objective-checks.ts';
import type { TrialAgent } from '../../shell/ports/trial-agent.ts';
import type { TrialJudge } from '../../shell/ports/trial-judge.ts';
import { openExperiments } from '../wiring/open-experiments.ts';
import { type Session, withSession } from '../wiring/session.ts';
import { openLabTools } from '../wiring/wiring-experiments.ts';

export type CompareOptions = {
  readonly repo?: string;
  /** Folder, commit, or COMMIT:FOLDER; `NAME=` may come first. */
  readonly baseline: string;
  readonly candidates: readonly string[];
  readonly tasks: string;
  /** A spec, or an agent of your own; by default as `[experiment]` says. */
  readonly agent?: string | TrialAgent;
  readonly judge?: string | TrialJudge | null;
  /** Anything of `[experiment]`: trials, rule, thresholds, weights. */
  readonly policy?: PolicyInput;
  readonly confirm?: boolean;
  readonly budgetUsd?: number;
  readonly seed?: number;
  readonly jobs?: number;
  /** Called with every event of the run, as the trace stores them. */
  readonly onProgress?: OnEvent;
  /** Ends the comparison with an AbortError; it can be resumed. */
  readonly signal?: AbortSignal;
};

const specs = ({ agent, judge, policy }: CompareOptions): PolicyInput => ({
  ...policy,
  ...(typeof agent === 'string' ? { agent } : {}),
  ...(typeof judge === 'string' ? { judge } : {}),
});

export const compareConfigurationsIn = async (
  session: Session,
  options: CompareOptions,
): Promise<ExperimentRecord> => {
  const { repo = '.', agent, judge, onProgress, signal, policy: _policy, ...asked } = options;
  const { world, config, policy } = await openExperiments(session, repo, { given: specs(options), signal });
  return startExperiment(
    world,
    { ...asked, config, policy },
    {
      ...(onProgress === undefined ? {} : { onProgress }),
      ...(typeof agent === 'object' ? { agent } : {}),
      ...(typeof judge === 'object' ? { judge } : {}),
    },
  );
};

/** Runs tasks under a baseline and its candidates, and gives the verdict; the run is stored. */
export const compareConfigurations = (options: CompareOptions): Promise<ExperimentRecord> =>
  withSession((session) => compareConfigurationsIn(session, options));

type CheckOptions = ObjectiveCheckOptions & { readonly signal?: AbortSignal };

export const runObjectiveChecksIn = async (
  session: Session,
  folder: string,
  checks: readonly ObjectiveCheck[],
  { signal, ...options }: CheckOptions = {},
): Promise<CheckedResult> => {
  const lab = await openLabTools(session, signal);
  try {
    return await runChecks(lab, folder, checks, options);
  } finally {
    await lab.close();
  }
};

/**
 * Every check against a folder, in the sandbox: how many pass, of how many. `base`: the folder before the change, for
 * `diff_within`; `hidden`: a folder that commands find at `{checks}`. The folder itself is not changed.
 */
export const runObjectiveChecks = (
  folder: string,
  checks: readonly ObjectiveCheck[],
  options: CheckOptions = {},
): Promise<CheckedResult> => withSession((session) => runObjectiveChecksIn(session, folder, checks, options));
