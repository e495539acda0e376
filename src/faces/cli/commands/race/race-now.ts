import { createInterface } from 'node:readline/promises';
import { printableLine } from '../../../../core/report/text/printable.ts';
import type { OnEvent } from '../../../../core/domain/run/run-event.ts';
import type { Entrant } from '../../../../core/domain/race/race-request.ts';
import type { AgentStop } from '../../../../shell/ports/agent.ts';
import { createRace, raceAgents, resumeRace } from '../../../../shell/race/race-agents.ts';
import type { FinishedRace } from '../../../../shell/race/run-race.ts';
import { mergeWinner } from '../../../../shell/stored/merge-winner.ts';
import { openTools } from '../../../wiring/wiring.ts';
import { continueInBackground, openRaceTools } from '../../../wiring/wiring-race.ts';
import { abortOnSignal } from '../../console/abort-on-signal.ts';
import type { CommandContext } from '../../console/command-context.ts';
import { exitOf } from '../../console/exit-codes.ts';
import type { Terminal } from '../../console/terminal.ts';
import { openRaceView } from '../../views/race-progress.ts';
import { printRace } from '../../views/race-view.ts';
import { raceOf, type RaceCommandOptions } from './race-options.ts';
import { printMerged } from '../../views/merge-view.ts';

const BY_USER: AgentStop = { ended: 'stopped', reason: 'you stopped it' };

/** What each agent may see and do, before the first one starts. */
export const printAllowances = ({ note, paint }: Terminal, entrants: readonly Entrant[]): void => {
  const bySpec = new Map(entrants.map(({ agent, allowed }) => [agent, allowed]));
  note(paint.bold('What the agents are allowed'));
  note(
    paint.dim(
      '  Each writes its own workspace and a state folder of its own. Hidden: other workspaces, stored runs, other logins, the rest of your home.',
    ),
  );
  for (const [agent, { network, variables, logins, permissions }] of bySpec) {
    const sees = [...variables, ...logins.map((path) => `~/${path}`)];
    note(`  ${agent}: ${permissions}; ${network ? 'network' : 'no network'}`);
    if (sees.length > 0) note(paint.dim(`    sees, where set: ${printableLine(sees.join(', '), 200)}`));
  }
};

const askToMerge = async (
  { terminal, session }: CommandContext,
  race: FinishedRace,
  options: RaceCommandOptions,
): Promise<void> => {
  const { winner } = race.conclusion;
  if (winner === null || options.json) return;
  if (!options.yes) {
    if (!terminal.live || !process.stdin.isTTY) return;
    const questions = createInterface({ input: process.stdin, output: process.stderr });
    const answer = await questions.question(`\nMerge ${printableLine(winner, 100)}? [y/N] `);
    questions.close();
    if (!/^y(es)?$/i.test(answer.trim())) return;
  }
  printMerged(terminal, await mergeWinner(await openTools(session, options.repo), { run: race.runId }));
};

/** Runs or resumes a race and shows it. The first interrupt stops the agents, the second everything. */
export const raceNow = async (context: CommandContext, options: RaceCommandOptions): Promise<void> => {
  const { terminal, done, session } = context;
  const asked = options.resume === undefined ? await raceOf(session, options) : null;
  const view = openRaceView(terminal);
  const stopping = new AbortController();
  let [runId, racing]: [string | null, boolean] = [null, false];
  const onProgress: OnEvent = (event) => {
    if (event.event === 'run_started') runId = event.run;
    if (event.event === 'race_started') {
      racing = true;
      printAllowances(terminal, event.entrants);
    }
    if (event.event === 'evaluation_planned') racing = false;
    view.on(event);
  };
  const say = (signal: string): void => {
    view.close();
    terminal.note(`ended by ${signal}${runId === null ? '' : `; go on with: hydra race --resume ${runId}`}`);
  };
  const soften = (): boolean => {
    if (!racing || stopping.signal.aborted) return false;
    terminal.note('stopping the agents; what they made so far will be evaluated (again to end at once)');
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

/** Freezes the request and leaves the race to a process of its own. */
export const detachRace = async (
  { terminal, session }: CommandContext,
  options: RaceCommandOptions,
): Promise<void> => {
  const tools = await openRaceTools(session, options.repo);
  const { run, work } = await createRace(tools, await raceOf(session, options));
  printAllowances(terminal, work.request.entrants);
  await run.leave();
  const pid = continueInBackground(options.repo, run.id);
  if (options.json) terminal.print(JSON.stringify({ run: run.id, pid }, null, 2));
  else terminal.print(`Race ${run.id} runs in the background; follow it with: hydra attach ${run.id}`);
};
