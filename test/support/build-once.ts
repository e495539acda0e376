import { buildIfStale } from '../../scripts/setup.mjs';

/** Commands are tested as users get them: built. */
export const setup = (): void => buildIfStale();
