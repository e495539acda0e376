import { printableLine } from '../../../core/report/text/printable.ts';
import type { Trial } from '../../../core/domain/experiment/trial.ts';
import type { OnEvent } from '../../../core/domain/run/run-event.ts';
import type { Terminal } from '../console/terminal.ts';

export type ExperimentView = {
  readonly on: OnEvent;
  readonly close: () => void;
  readonly runId: () => string | null;
};

const scoreOf = ({ objective, status, reason }: Trial): string => {
  if (status === 'errored') return `lost: ${printableLine(reason, 80)}`;
  const score = objective.known ? `${objective.value.passed}/${objective.value.total}` : 'no result';
  return status === 'completed' ? score : `${score}, ${status.replace('_', ' ')}`;
};

/** One line per trial; on a live terminal, one line that changes. */
export const openExperimentView = ({ live, note, paint }: Terminal): ExperimentView => {
  let [done, all, spentUsd, drawn] = [0, 0, 0, false];
  let id: string | null = null;
  const erase = (): void => {
    if (drawn) process.stderr.write('\r\u001b[K');
    drawn = false;
  };
  const draw = (text: string): void => {
    process.stderr.write(`\r\u001b[K${text}`);
    drawn = true;
  };
  const show = (text: string): void => (live ? draw(text) : note(paint.dim(text)));
  const ended = (trial: Trial): void => {
    done += 1;
    const cost = spentUsd > 0 ? `  $${spentUsd.toFixed(4)}` : '';
    const known = trial.cached ? '  known' : '';
    const name = printableLine(`${trial.task} · ${trial.configuration} · trial ${trial.trial + 1}`, 70);
    show(`${String(done).padStart(String(all).length)}/${all}  ${name}  ${scoreOf(trial)}${known}${cost}`);
  };
  return {
    runId: () => id,
    close: erase,
    on: (event) => {
      switch (event.event) {
        case 'run_started':
          id = event.run;
          break;
        case 'trials_planned':
          erase();
          all += event.trials;
          note(paint.dim(`· ${printableLine(event.what)}: ${event.trials} trials`));
          break;
        case 'cost':
          spentUsd = event.usd;
          break;
        case 'trial':
          ended(event.trial);
          break;
        case 'note':
          note(paint.warn(printableLine(event.text)));
          break;
        case 'trial_started':
          if (live) draw(`${done}/${all}  ${printableLine(`${event.task} · ${event.configuration}`, 70)} …`);
          break;
      }
    },
  };
};
