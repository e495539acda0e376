/** What to do about requests that somebody has to answer. */
export const waitingNote = (waiting: number, model: string): string => {
  const requests = waiting === 1 ? '1 request of the panel waits' : `${waiting} requests of the panel wait`;
  return `${requests} in ${model.replace(/^file:/, '')}: answer each ID.request.md in ID.reply.json, then run the same command again.`;
};
