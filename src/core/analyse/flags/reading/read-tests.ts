import type { Language } from '../../../languages/language.ts';
import { presentPart } from '../../../languages/parts/missing-part.ts';
import type { TestCase } from '../../../languages/parts/test-case.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';

const known = new WeakMap<FileVersion, readonly TestCase[]>();

/** The tests that a file states, in order; read once for all rules. */
export const readTests = (version: FileVersion, language: Language | null): readonly TestCase[] => {
  const read = presentPart(language?.readTests);
  const cases = known.get(version) ?? (version.syntax && read?.(version.syntax)) ?? [];
  known.set(version, cases);
  return cases;
};
