import { printableLine } from '../../../core/report/text/printable.ts';
import type { Trial } from '../../../core/domain/experiment/trial.ts';
import type { ExperimentProgress } from '../../../shell/experiment/experiment-world.ts';
import type { Terminal } from '../terminal.ts';

export type ExperimentView = {
  readonly on: (progress: ExperimentProgress) => void;
  readonly close: () => void;
  readonly runId: () => string | null;
};

const scoreOf = ({ objective, status, reason }: Trial): string => {
  if (status === 'errored') return `lost: ${printableLine(reason, 80)}`;
  const score = objective.known ? `${objective.value.passed}/${objective.value.total}` : 'no result';
  return status === 'completed' ? score : `${score}, ${status.replace('_', ' ')}`;
};

/** One line per trial in a log, one changing line in a terminal. */
export const openExperimentView = ({ live, note, paint }: Terminal): ExperimentView => {
  let [done, all, drawn] = [0, 0, false];
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
  const ended = (trial: Trial, spentUsd: number): void => {
    done += 1;
    const cost = spentUsd > 0 ? `  $${spentUsd.toFixed(4)}` : '';
    const known = trial.cached ? '  known' : '';
    const name = printableLine(`${trial.task} · ${trial.configuration} · trial ${trial.trial + 1}`, 70);
    show(`${String(done).padStart(String(all).length)}/${all}  ${name}  ${scoreOf(trial)}${known}${cost}`);
  };
  return {
    runId: () => id,
    close: erase,
    on: (progress) => {
      if (progress.type === 'run') id = progress.id;
      if (progress.type === 'planned') {
        erase();
        all += progress.trials;
        note(paint.dim(`· ${printableLine(progress.what)}: ${progress.trials} trials`));
      }
      if (progress.type === 'trial-ended') ended(progress.trial, progress.spentUsd);
      if (progress.type === 'note') note(paint.dim(printableLine(progress.text)));
      if (progress.type === 'trial-started' && live)
        draw(
          `${done}/${all}  ${printableLine(`${progress.planned.task} · ${progress.planned.configuration}`, 70)} …`,
        );
    },
  };
};
