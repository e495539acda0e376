import type { Conclusion } from '../../../core/domain/run/conclusion.ts';
import type { ExperimentRecord } from '../../../core/domain/experiment/experiment-record.ts';

/** 0 yes, 1 the decision is no, 2 the user can fix it, 3 the machine failed, 4 a panel's requests wait for replies. */
export const EXIT = { yes: 0, no: 1, user: 2, infrastructure: 3, waiting: 4 } as const;

/** Having no winner is a decision, unless the machine prevented every candidate from being scored. */
export const exitOf = ({ winner, rankings }: Pick<Conclusion, 'winner' | 'rankings'>): number => {
  if (winner !== null) return EXIT.yes;
  const lost = rankings.length > 0 && rankings.every(({ status }) => status === 'unscored');
  return lost ? EXIT.infrastructure : EXIT.no;
};

/** A regression is a no; if an improvement is required, so is anything else. */
export const exitOfExperiment = (
  { verdicts, trials }: Pick<ExperimentRecord, 'verdicts' | 'trials'>,
  required: 'improved' | null,
): number => {
  if (trials.every(({ status }) => status === 'errored')) return EXIT.infrastructure;
  const refused = verdicts.some(({ verdict }) =>
    required === null ? verdict === 'regressed' : verdict !== required,
  );
  return refused ? EXIT.no : EXIT.yes;
};
