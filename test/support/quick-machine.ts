import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { dirname, join } from 'node:path';

/** Files in memory, on Linux. */
const IN_MEMORY = '/dev/shm';
/** All that the tests write, several times over. */
const ENOUGH_BYTES = 8 * 1024 ** 3;

const freeBytes = (folder: string): number => {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
};

/**
 * Tests make and remove a million small files. A disk that looks for a free place for each takes a quarter of the time
 * of all tests; if there is enough memory, they are kept there.
 */
const keepFilesInMemory = (): (() => void) => {
  if (Math.min(freeBytes(IN_MEMORY), freemem()) < ENOUGH_BYTES) return () => undefined;
  const folder = mkdtempSync(join(IN_MEMORY, 'hydra-tests-'));
  // As /tmp is: some tests become an ordinary user.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  process.env['HYDRA_CACHE_DIR'] = join(folder, 'cache');
  return () => rmSync(folder, { recursive: true, force: true });
};

/**
 * A version manager's shim looks up at each start which Python is meant, which takes ten times as long as Python's own
 * start: it is looked up once.
 */
const passByShims = (): void => {
  const asked = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });
  const python = asked.stdout?.trim() ?? '';
  if (python !== '') process.env['PATH'] = `${dirname(python)}:${process.env['PATH']}`;
};

/** For the whole run of the tests: the same programs and files, without slow extras. */
export const setup = (): (() => void) => {
  // Node reads all these certificates before it starts, which takes longer than its start. Tests need no network.
  delete process.env['NODE_EXTRA_CA_CERTS'];
  passByShims();
  return keepFilesInMemory();
};
