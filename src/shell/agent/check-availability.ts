import type { Availability } from '../ports/agent.ts';
import { UserError } from '../errors/user-error.ts';

/** A problem that the user can fix is an answer; anything else stays an exception. */
export const checkAvailability = async (requirement: () => Promise<unknown>): Promise<Availability> => {
  try {
    await requirement();
    return { available: true };
  } catch (error) {
    if (error instanceof UserError) return { available: false, why: error };
    throw error;
  }
};
