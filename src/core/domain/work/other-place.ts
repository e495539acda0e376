import * as z from 'zod';

/**
 * Other surroundings for the same commands. `moved`: another path, home, user, host name, process ids and number of
 * cores. `elsewhere`: another time zone, locale, order of tests and seed too, as far as machine and runner allow; the order and seed are the
 * same for everything that a process runs. `later`: on another date too, if the machine has a library for it.
 */
export const OtherPlace = z.enum(['moved', 'elsewhere', 'later']);
export type OtherPlace = z.infer<typeof OtherPlace>;
