import type { Panel } from '../../../core/domain/evidence/panel.ts';

/** How many of a panel's requests wait for an answer. */
export const waitingIn = (panellists: Panel['panellists']): number =>
  panellists.flatMap(({ questions }) => questions).filter(({ waiting }) => waiting === true).length;

/** What to do about them. */
export const waitingNote = (waiting: number, model: string): string => {
  const requests = waiting === 1 ? '1 request of the panel waits' : `${waiting} requests of the panel wait`;
  return `${requests} in ${model.replaceAll(/(?<=^|, )file:/g, '')}: answer each ID.request.md in ID.reply.json, then run the same command again.`;
};
