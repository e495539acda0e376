import { join } from 'node:path';
import { raceAgents } from '../../../../shell/race/race-agents.ts';
import { makeExampleRepository } from '../../../wiring/example-repository.ts';
import { packageFolder } from '../../../wiring/package-files.ts';
import { openRaceTools } from '../../../wiring/wiring-race.ts';
import type { CommandContext } from '../../console/command-context.ts';
import { exitOf } from '../../console/exit-codes.ts';
import { openRaceView } from '../../views/race-progress.ts';
import { printRace } from '../../views/race-view.ts';

const TASK = 'A discount of more than 100 % must be refused with a RangeError that names it.';
const AGENTS = ['careful', 'hasty', 'cheat', 'curious'];

/** Four scripts, instead of agents, compete on a small repository: no keys, no network. */
export const demoRace = async (
  { terminal, done, session }: CommandContext,
  { json }: { readonly json?: true },
  signal: AbortSignal,
): Promise<void> => {
  const repo = await makeExampleRepository();
  const { note, paint } = terminal;
  note(`A small repository with a failing test is in ${paint.bold(repo)}.`);
  note(`Four scripted agents get the same task: ${TASK}\n`);
  const view = openRaceView(terminal);
  try {
    const race = await raceAgents(
      await openRaceTools(session, repo, signal),
      {
        task: TASK,
        agents: AGENTS,
        base: 'main',
        configFile: join(packageFolder('examples/race'), 'hydra.toml'),
        // Our own scripts, harmless even without a sandbox.
        allowDegraded: true,
      },
      { onProgress: view.on },
    );
    view.close();
    printRace(terminal, race, { repo, ...(json === undefined ? {} : { json }) });
    done(exitOf(race.conclusion));
  } finally {
    view.close();
  }
};
