import { mkdtempSync, rmSync } from 'node:fs';
import { appendFile, mkdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FOLDER = 'HYDRA_TEST_RESULTS';

/** Of the whole run of the tests. */
export const setup = (): void => {
  process.env[FOLDER] = mkdtempSync(join(tmpdir(), 'hydra-known-'));
};

export const teardown = (): void => rmSync(process.env[FOLDER] ?? '', { recursive: true, force: true });

/**
 * Results are known by content, so repositories of equal trees can share them: what one test ran, another need not run.
 * For tests of conclusions from results, never for tests of how results come about.
 */
export const shareResults = async (root: string): Promise<void> => {
  const shared = process.env[FOLDER];
  if (shared === undefined) return;
  await appendFile(join(root, '.git', 'info', 'exclude'), '/.hydra/\n');
  await mkdir(join(root, '.hydra', 'cache'), { recursive: true });
  await symlink(shared, join(root, '.hydra', 'cache', 'results'));
};
