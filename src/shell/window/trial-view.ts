import type { Trial } from '../../core/domain/experiment/trial.ts';
import type { Transcript, TrialView } from '../../core/domain/window/transcript-view.ts';
import { trialTranscript } from '../../core/view/trial-transcript.ts';
import { UserError } from '../errors/user-error.ts';
import type { StoredEvent } from '../ports/run-store.ts';
import { findRow } from './find-run.ts';
import { shortTexts } from './live-feed.ts';
import type { WindowTools } from './window-tools.ts';

export type AskedTrial = Pick<Trial, 'task' | 'configuration' | 'trial' | 'round'>;

const isAsked = (one: AskedTrial, { task, configuration, trial, round }: AskedTrial): boolean =>
  one.task === task && one.configuration === configuration && one.trial === trial && one.round === round;

const NOT_SHOWN =
  'the trace does not show what the agent did in this trial: it ran at the same time as others';

/** The trace of the run that made a trial; a sentence if it is gone. */
const traceOf = async (
  { store, window }: WindowTools,
  run: string,
): Promise<readonly StoredEvent[] | string> => {
  if ((await window.row(run)) === null) return `it was reused from run ${run}, which is no longer stored`;
  return (await store.readEvents(run)).events;
};

/** What the agent did in one trial of a comparison. */
export const trialView = async (
  tools: WindowTools,
  wanted: string,
  asked: AskedTrial,
): Promise<TrialView> => {
  const { id, kind, state } = await findRow(tools, wanted);
  const view = { ...asked, run: id, transcript: null, reason: null };
  const { events } = await tools.store.readEvents(id);
  const ran = events.find((event) => event.event === 'trial' && isAsked(event.trial, asked));
  if (kind !== 'comparison' || ran?.event !== 'trial') {
    const record =
      kind === 'comparison' && state === 'complete' ? await tools.store.loadExperiment(id) : null;
    if (record?.trials.some((one) => isAsked(one, asked)) === true)
      return { ...view, reason: 'the trace of the run does not have this trial' };
    throw new UserError('no-trial', `Run ${id} has no such trial.`, `\`hydra show ${id}\` lists its trials.`);
  }
  const { key, trial } = ran;
  if (trial.cached && trial.made_in === undefined)
    return { ...view, reason: 'it was reused from an earlier comparison, which is not known' };
  const run = trial.cached ? (trial.made_in ?? id) : id;
  const trace = run === id ? events : await traceOf(tools, run);
  if (typeof trace === 'string') return { ...view, run, reason: trace };
  const transcript = trialTranscript(trace, key);
  if (transcript === null) return { ...view, run, reason: NOT_SHOWN };
  return { ...view, run, transcript: shortTexts(transcript) as Transcript };
};
