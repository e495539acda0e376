import { languageOf } from '../../languages/languages.ts';
import { presentPart } from '../../languages/parts/missing-part.ts';

/** How the copy of a test file is called, and what of its name tells its tests from the others. */
export type ControlName = { readonly path: string; readonly mark: string };

const SUFFIX = /([._-](?:test|spec|e2e|cy))?(\.[A-Za-z0-9]+)$/;

/** Beside its original and named like it, so that every runner that finds one finds the other. */
export const nameControl = (path: string, nonce: string): ControlName => {
  const separator = presentPart(languageOf(path)?.expectations)?.separator ?? '-';
  const mark = `${separator}${nonce}`;
  return {
    path: path.replace(
      SUFFIX,
      (_, suffix: string | undefined, extension: string) => `${mark}${suffix ?? ''}${extension}`,
    ),
    mark,
  };
};

/** What a copy could not share with its original when both run at once. */
const SHARED =
  /\b(?:listen|createServer|port|socket|mkdir\w*|writeFile\w*|rmSync|unlink\w*|tmp\w*|tempfile|snapshot|sqlite|chdir|subprocess|spawn\w*|exec\w*|fork|open)\b|Snapshot|server/i;

/** Whether a copy may run beside its original. */
export const mayRunTwice = (source: string): boolean => !SHARED.test(source);
