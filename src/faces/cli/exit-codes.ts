import type { Conclusion } from '../../core/domain/conclusion.ts';

/** 0 yes, 1 the decision is no, 2 the user can mend it, 3 the machine failed. */
export const EXIT = { yes: 0, no: 1, user: 2, infrastructure: 3 } as const;

/** No winner is a decision, unless the machine kept everybody from being scored. */
export const exitOf = ({ winner, rankings }: Pick<Conclusion, 'winner' | 'rankings'>): number => {
  if (winner !== null) return EXIT.yes;
  const lost = rankings.length > 0 && rankings.every(({ status }) => status === 'unscored');
  return lost ? EXIT.infrastructure : EXIT.no;
};
