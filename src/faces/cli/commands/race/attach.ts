import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import type { RaceAttempt } from '../../../../shell/race/attempt.ts';
import { openArchive } from '../../../wiring/wiring.ts';
import { abortCommandOnSignal } from '../../console/abort-on-signal.ts';
import type { CommandContext } from '../../console/command-context.ts';
import { examples, jsonOption, repoOption } from '../../console/common-options.ts';
import { EXIT, exitOf } from '../../console/exit-codes.ts';
import { openRaceView } from '../../views/race-progress.ts';
import { printRace } from '../../views/race-view.ts';

type Options = { readonly repo: string; readonly json?: true };

/** A race in the background needs a moment to take up its run. */
const TRIES = 50;
const BETWEEN_TRIES_MS = 200;

const attach = async (
  { terminal, done }: CommandContext,
  wanted: string,
  options: Options,
  signal: AbortSignal,
): Promise<void> => {
  const store = await openArchive(options.repo);
  const id = await store.resolve(wanted);
  const view = openRaceView(terminal);
  const attempts = new Map<string, RaceAttempt>();
  let [position, ended] = [0, false];
  try {
    for (let tries = 0; tries < TRIES && !ended && !signal.aborted; tries += 1) {
      for await (const { position: at, event } of store.follow(id, { from: position, signal })) {
        [position, tries] = [at, 0];
        if (event.event === 'unknown') continue;
        if (event.event === 'agent_done') attempts.set(event.agent, event);
        ended =
          event.event === 'run_finished' || event.event === 'run_failed' || event.event === 'run_aborted';
        view.on(event);
      }
      if (!ended) await sleep(BETWEEN_TRIES_MS, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    view.close();
  }
  const { state = 'unfinished' } = (await store.list()).find((run) => run.id === id) ?? {};
  if (state !== 'complete') {
    terminal.note(
      `Run ${id} is not complete, and nothing is at work on it; go on with: hydra race --resume ${id}`,
    );
    return done(EXIT.infrastructure);
  }
  const { captured, conclusion } = await store.load(id);
  printRace(terminal, { runId: id, captured, conclusion, attempts: [...attempts.values()] }, options);
  return done(exitOf(conclusion));
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Follow a race that runs in the background, and show its result. Interrupting only stops following.',
    )
    .argument('<run>', 'id, or unique prefix of an id')
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText('after', examples('hydra attach 01JD'))
    .action((run: string, options: Options) =>
      abortCommandOnSignal(context, (signal) => attach(context, run, options, signal), '; the race goes on'),
    );
