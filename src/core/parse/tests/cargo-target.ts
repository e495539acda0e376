import { baseName } from '../../domain/source/path-parts.ts';

const RUNNING = /^\s*Running (?:(unittests )?(\S+) )?\(?(\S*?)\)?$/;
const DOC_TESTS = /^\s*Doc-tests (\S+)$/;
const HASH = /-[0-9a-f]{16}(?:\.exe)?$/;

/** The target that cargo announces, without the hash of its build; null for any other line. */
export const cargoTarget = (line: string): string | null => {
  const doc = DOC_TESTS.exec(line)?.[1];
  if (doc !== undefined) return `${doc} (doc)`;
  const running = RUNNING.exec(line);
  if (!running) return null;
  const [, , source, binary = ''] = running;
  if (!HASH.test(binary)) return null;
  const name = baseName(binary).replace(HASH, '');
  return source === undefined ? name : `${name} (${source})`;
};
