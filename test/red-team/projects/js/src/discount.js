/** What is left after a percentage is taken off, rounded half up. */
export const percentOff = (cents, percent) => Math.round((cents * (100 - percent)) / 100);

/** The lowest price that any of the offers gives. */
export const bestOf = (cents, offers) => Math.min(cents, ...offers.map((offer) => offer(cents)));
