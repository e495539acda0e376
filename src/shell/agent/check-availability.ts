import type { Availability } from '../ports/agent.ts';
import { UserError } from '../errors/user-error.ts';

/** A problem that the user can fix is an answer; anything else stays an exception. */
export const checkAvailability = async (demand: () => Promise<unknown>): Promise<Availability> => {
  try {
    await demand();
    return { available: true };
  } catch (error) {
    if (error instanceof UserError) return { available: false, why: error };
    throw error;
  }
};
