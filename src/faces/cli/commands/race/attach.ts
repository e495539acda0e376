import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import type { RunEvent } from '../../../../core/domain/run/run-event.ts';
import { printableLine } from '../../../../core/report/text/printable.ts';
import { UserError } from '../../../../shell/errors/user-error.ts';
import { findRace } from '../../../../shell/race/find-race.ts';
import { attemptsIn } from '../../../../shell/race/attempt.ts';
import { openArchive } from '../../../wiring/wiring.ts';
import { abortCommandOnSignal } from '../../console/abort-on-signal.ts';
import type { CommandContext } from '../../console/command-context.ts';
import { examples, jsonOption, repoOption } from '../../console/common-options.ts';
import { EXIT, exitOf } from '../../console/exit-codes.ts';
import { openRaceView } from '../../views/race-progress.ts';
import { printAllowances, printRace } from '../../views/race-view.ts';

type Options = { readonly repo: string; readonly json?: true };

/** A race in the background needs a moment to start; one that has begun already needs less. */
const TRIES = 50;
const TRIES_BEGUN = 10;
const BETWEEN_TRIES_MS = 200;
const ATTEMPT_EVENTS: ReadonlySet<string> = new Set(['race_started', 'agent_at_work', 'agent_done']);

const attach = async (
  { terminal, done }: CommandContext,
  wanted: string,
  options: Options,
  signal: AbortSignal,
): Promise<void> => {
  const store = await openArchive(options.repo);
  const none = new UserError('no-race', 'There is no race here yet.', 'Start one: hydra race --help');
  const id = await findRace(store, wanted, () => true, none);
  const view = openRaceView(terminal);
  const seen: RunEvent[] = [];
  let [position, ended, begun, why] = [0, false, false, ''];
  try {
    for (let tries = 0; tries < (begun ? TRIES_BEGUN : TRIES) && !ended && !signal.aborted; tries += 1) {
      for await (const { position: at, event } of store.follow(id, { from: position, signal })) {
        [position, tries] = [at, 0];
        if (event.event === 'unknown') continue;
        if (ATTEMPT_EVENTS.has(event.event)) seen.push(event);
        begun = event.event !== 'created';
        why = event.event === 'run_failed' || event.event === 'run_aborted' ? `: ${event.reason}` : '';
        ended = event.event === 'run_finished' || why !== '';
        if (event.event === 'race_started')
          printAllowances(terminal, view.say, { entrants: event.entrants, noSandbox: event.no_sandbox });
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
      `Race ${id} is not complete, and nothing is at work on it${printableLine(why, 300)}. Resume it with: hydra race --resume ${id}`,
    );
    return done(EXIT.infrastructure);
  }
  const { captured, conclusion } = await store.load(id);
  printRace(terminal, { runId: id, captured, conclusion, attempts: attemptsIn(seen) }, options);
  return done(exitOf(conclusion));
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Follow a race that runs in the background, and show its result. Interrupting only stops following.',
    )
    .argument('[run]', 'id, unique prefix of an id, or latest', 'latest')
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText('after', examples('hydra attach', 'hydra attach 01JD'))
    .action((run: string, options: Options) =>
      abortCommandOnSignal(
        context,
        (signal) => attach(context, run, options, signal),
        '; the race continues',
      ),
    );
