import { ROLES } from '../../domain/source/source-facts.ts';
import { LANGUAGES } from '../../languages/languages.ts';

/** Raise it if the walk itself changes: facts of another edition are not used. */
const WALK_EDITION = 1;

/** Everything that decides what is extracted, for the key of stored facts. */
export const extractionEdition = (): string =>
  JSON.stringify([WALK_EDITION, ROLES, LANGUAGES.map(({ names }) => names)]);
