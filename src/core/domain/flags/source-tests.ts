import type { Flag } from './flag.ts';

export const SOURCE_TEST_EDITED = 'source-test-edited';
export const EDITED_TEST = 'edited-test';
export const EDITED_EXAMPLE = 'edited-example';

const nameOf = (id: string): string => /[^\s:>]*$/.exec(id)?.[0] ?? '';

export type RunTest = { readonly id: string; readonly file: string | undefined };

/** Whether a test that passes is one that the candidate edited in its source; its evidence is the test's name. */
export const isEditedInSource = (flags: readonly Flag[], { id, file }: RunTest): boolean =>
  flags.some(
    (flag) =>
      flag.id === SOURCE_TEST_EDITED &&
      (flag.rule === EDITED_TEST
        ? nameOf(id) === flag.evidence
        : flag.file !== undefined && (flag.file === file || id.includes(flag.file))),
  );
