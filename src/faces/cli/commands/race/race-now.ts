import { createInterface } from 'node:readline/promises';
import { printableLine } from '../../../../core/report/text/printable.ts';
import type { OnEvent } from '../../../../core/domain/run/run-event.ts';
import type { AgentStop } from '../../../../shell/ports/agent.ts';
import { createRace, raceAgents, raceToResume, resumeRace } from '../../../../shell/race/race-agents.ts';
import type { RaceTools } from '../../../../shell/race/race-tools.ts';
import type { FinishedRace } from '../../../../shell/race/run-race.ts';
import type { Tools } from '../../../../shell/ports/tools.ts';
import { mergeOffer } from '../../../../shell/stored/merge-offer.ts';
import { mergeWinner } from '../../../../shell/stored/merge-winner.ts';
import { openTools } from '../../../wiring/wiring.ts';
import { continueInBackground, openRaceTools } from '../../../wiring/wiring-race.ts';
import { abortOnSignal, type Signal } from '../../console/abort-on-signal.ts';
import type { CommandContext } from '../../console/command-context.ts';
import { exitOf } from '../../console/exit-codes.ts';
import { openRaceView } from '../../views/race-progress.ts';
import { printAllowances, printRace } from '../../views/race-view.ts';
import { checkTogether, raceOf, type RaceCommandOptions } from './race-options.ts';
import { printMerged } from '../../views/merge-view.ts';

const BY_USER: AgentStop = { ended: 'stopped', reason: 'you stopped it' };

/** Ctrl-C and Ctrl-D mean no. */
const ask = async (text: string): Promise<string> => {
  const questions = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await questions.question(text);
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error;
    process.stderr.write('\n');
    return '';
  } finally {
    questions.close();
  }
};

/** A merge that needs consent to flags, a branch or trust is left to `hydra merge`, which explains it. */
const needsOnlyYes = async ({ store }: Tools, run: string, winner: string): Promise<boolean> => {
  const stored = await store.load(run);
  const ranking = stored.conclusion.rankings.find(({ agent }) => agent === winner);
  if (ranking === undefined) return false;
  const { allowed, consents, degraded } = mergeOffer(stored, ranking);
  return allowed && consents.length === 0 && !degraded;
};

const askToMerge = async (
  { terminal, session }: CommandContext,
  race: FinishedRace,
  options: RaceCommandOptions,
): Promise<void> => {
  const { winner } = race.conclusion;
  if (winner === null) return;
  const tools = await openTools(session, options.repo);
  if (!options.yes) {
    if (options.json || !terminal.live || !process.stdin.isTTY) return;
    // A merge that needs more than a yes is not offered here.
    if (!(await needsOnlyYes(tools, race.runId, winner))) return;
    const answer = await ask(`\nMerge ${printableLine(winner, 100)}? [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) return;
  }
  // An unattended merge is no evidence of what people prefer.
  const merged = await mergeWinner(tools, {
    run: race.runId,
    unattended: options.yes === true,
  });
  printMerged(options.json ? { ...terminal, print: terminal.note } : terminal, merged);
};

/** Runs or resumes a race and shows it. The first interrupt stops the agents, the second everything. */
export const raceNow = async (context: CommandContext, options: RaceCommandOptions): Promise<void> => {
  const { terminal, done, session } = context;
  checkTogether(options);
  const asked = options.resume === undefined ? await raceOf(session, options) : null;
  const view = openRaceView(terminal);
  const stopping = new AbortController();
  let [runId, racing]: [string | null, boolean] = [null, false];
  const onProgress: OnEvent = (event) => {
    if (event.event === 'run_started') runId = event.run;
    if (event.event === 'race_started')
      printAllowances(terminal, view.say, { entrants: event.entrants, noSandbox: event.no_sandbox });
    if (event.event === 'agent_at_work') racing = true;
    if (event.event === 'evaluation_planned') racing = false;
    view.on(event);
  };
  const say = (signal: string): void => {
    view.close();
    terminal.note(`ended by ${signal}${runId === null ? '' : `; resume with: hydra race --resume ${runId}`}`);
  };
  // A closed terminal cannot show an evaluation: only the other signals ask to finish early.
  const soften = (signal: Signal): boolean => {
    if (!racing || stopping.signal.aborted || signal === 'SIGHUP') return false;
    view.say('stopping the agents; what they made so far will be evaluated (again to end at once)');
    stopping.abort(BY_USER);
    return true;
  };
  try {
    const race = await abortOnSignal(
      session,
      say,
      async (signal) => {
        const tools = await openRaceTools(session, options.repo, signal);
        const watch = { onProgress, stop: stopping.signal };
        return asked === null
          ? resumeRace(tools, options.resume ?? 'latest', { ...watch, cut: options.cut ?? 'restart' })
          : raceAgents(tools, asked, watch);
      },
      soften,
    );
    view.close();
    printRace(terminal, race, options);
    await askToMerge(context, race, options);
    done(exitOf(race.conclusion));
  } finally {
    view.close();
  }
};

const newRace = async (
  { terminal, session }: CommandContext,
  tools: RaceTools,
  options: RaceCommandOptions,
): Promise<string> => {
  const { run, work } = await createRace(tools, await raceOf(session, options));
  printAllowances(terminal, terminal.note, work.request);
  await run.leave();
  return run.id;
};

/** Freezes a new request, or takes a race to resume, and leaves the race to a process of its own. */
export const detachRace = async (context: CommandContext, options: RaceCommandOptions): Promise<void> => {
  const { terminal, session } = context;
  checkTogether(options);
  const tools = await openRaceTools(session, options.repo);
  const id =
    options.resume === undefined
      ? await newRace(context, tools, options)
      : await raceToResume(tools.tools.store, options.resume);
  const pid = await continueInBackground(options.repo, id, options.cut);
  if (options.json) return terminal.print(JSON.stringify({ run: id, pid }, null, 2));
  terminal.print(`Race ${id} runs in the background, as process ${pid}.`);
  terminal.print(`Follow it with: hydra attach ${id}`);
  return terminal.print(`Stop its agents and evaluate what they made with: kill -INT ${pid}`);
};
