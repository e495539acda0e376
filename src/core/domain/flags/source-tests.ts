import type { Flag } from './flag.ts';

export const SOURCE_TEST_EDITED = 'source-test-edited';
export const EDITED_TEST = 'edited-test';
export const EDITED_EXAMPLE = 'edited-example';

const nameOf = (id: string): string => /[^\s:>]*$/.exec(id)?.[0] ?? '';

/** Whether a test that passes is one that the candidate edited in its source; its evidence is the test's name. */
export const isEditedInSource = (flags: readonly Flag[], id: string): boolean =>
  flags.some(
    ({ id: flag, rule, file, evidence }) =>
      flag === SOURCE_TEST_EDITED &&
      (rule === EDITED_TEST ? nameOf(id) === evidence : file !== undefined && id.includes(file)),
  );
