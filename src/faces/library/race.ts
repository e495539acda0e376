import type { RaceOptions as Asked } from '../../shell/race/plan-race.ts';
import { raceAgents, type RaceWatch, resumeRace as resume } from '../../shell/race/race-agents.ts';
import type { FinishedRace } from '../../shell/race/run-race.ts';
import { openRaceTools } from '../wiring/wiring-race.ts';
import { type Session, withSession } from '../wiring/session.ts';

type Watched = RaceWatch & { readonly repo?: string; readonly signal?: AbortSignal };

export type RaceOptions = Asked & Watched;
export type ResumeRaceOptions = Watched & { readonly cut?: 'restart' | 'lost' };

export const raceIn = async (session: Session, options: RaceOptions): Promise<FinishedRace> => {
  const { repo = '.', signal, onProgress, stop, ...asked } = options;
  return raceAgents(await openRaceTools(session, repo, signal), asked, {
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(stop === undefined ? {} : { stop }),
  });
};

export const resumeRaceIn = async (
  session: Session,
  run: string,
  { repo = '.', signal, cut = 'restart', ...watch }: ResumeRaceOptions,
): Promise<FinishedRace> => resume(await openRaceTools(session, repo, signal), run, { ...watch, cut });

/** Lets agents compete on a task and evaluates their changes, in one stored run. */
export const race = (options: RaceOptions): Promise<FinishedRace> =>
  withSession((session) => raceIn(session, options));

/** Continues a race that was killed; finished agents are not started again. */
export const resumeRace = (run: string, options: ResumeRaceOptions = {}): Promise<FinishedRace> =>
  withSession((session) => resumeRaceIn(session, run, options));
