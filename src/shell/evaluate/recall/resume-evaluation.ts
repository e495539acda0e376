import { conclude } from '../../../core/conclude/conclude.ts';
import { HydraConfig } from '../../../core/domain/policy/hydra-config.ts';
import type { OnEvent } from '../../../core/domain/run/run-event.ts';
import type { Tools } from '../../ports/tools.ts';
import { abortedOr, throwIfAborted } from '../../errors/abort-error.ts';
import { UserError } from '../../errors/user-error.ts';
import { captureRun, type FinishedEvaluation } from '../capture-run.ts';
import { readPastImports, thawEvaluation } from './frozen-evaluation.ts';
import { racePolicyOf } from '../../../core/conclude/race-policy-of.ts';

/** The newest run that never finished, or the one with the given id. */
const runToResume = async ({ store }: Tools, asked: string): Promise<string> => {
  if (asked !== 'latest') return store.resolve(asked);
  const unfinished = (await store.list()).find(({ state }) => state === 'unfinished');
  if (unfinished !== undefined) return unfinished.id;
  throw new UserError('nothing-to-resume', 'Every run here is complete.', '`hydra runs` lists them.');
};

/** Resumes a killed run under its own id; finished checks are not repeated. */
export const resumeEvaluation = async (
  tools: Tools,
  asked: string,
  onProgress: OnEvent = () => {},
): Promise<FinishedEvaluation> => {
  const id = await runToResume(tools, asked);
  const reopened = await tools.store.reopen(id);
  if (reopened.state === 'complete') {
    const cores = { jobs: tools.defaultJobs, oversubscribeWhenIdle: false };
    await (await tools.openDispatcher({ run: id, ...cores })).dispatcher.dropKept();
    const { captured, config } = await tools.store.load(id);
    const conclusion = conclude(captured, racePolicyOf(config), id);
    return { runId: id, captured, conclusion, config, variables: [], programs: [], kept: null };
  }
  const { run, request } = reopened;
  run.subscribe(onProgress);
  run.emit({ event: 'run_started', run: id, kind: 'evaluation' });
  try {
    const past = await readPastImports(reopened);
    const evaluation = thawEvaluation(id, request);
    // Stored keys are sorted; parsing restores the documented order.
    const config = HydraConfig.parse(request.config);
    return await captureRun(tools, run, {
      ...evaluation,
      config,
      kept: null,
      fresh: false,
      oversubscribeWhenIdle: false,
      past,
    });
  } catch (error) {
    await run.leave(abortedOr(tools.signal, error));
    throwIfAborted(tools.signal);
    throw error;
  }
};
