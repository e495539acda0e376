import type { FileVersion } from './file-version.ts';
import type { Language } from './language-of.ts';
import { readOtherTests } from './other-tests.ts';
import { readPythonTests } from './python-tests.ts';
import { readScriptTests } from './script-tests.ts';
import type { TestCase } from './test-case.ts';

const known = new WeakMap<FileVersion, readonly TestCase[]>();

const read = (version: FileVersion, language: Language | null): readonly TestCase[] => {
  if (!version.syntax || language === null) return [];
  if (language === 'script') return readScriptTests(version.syntax);
  return language === 'python' ? readPythonTests(version.syntax) : readOtherTests(language, version.syntax);
};

/** The tests that a file states, in order; read once for all rules. */
export const readTests = (version: FileVersion, language: Language | null): readonly TestCase[] => {
  const cases = known.get(version) ?? read(version, language);
  known.set(version, cases);
  return cases;
};
