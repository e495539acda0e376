import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mapMeasured, type Measured, missing } from '../../../core/domain/measured.ts';
import type { RawReport } from '../../../core/domain/check/output-parser.ts';
import { runBounded } from './run-bounded.ts';

const TIMEOUT_MS = 60_000;
const WORDS = [
  'audit',
  '--json',
  '--package-lock-only',
  '--ignore-scripts',
  '--no-fund',
  '--fetch-retries=0',
];

/** In a separate folder: an .npmrc in the tree could set another registry. */
export const npmAudit = async (manifest: string, lockfile: string): Promise<Measured<RawReport>> => {
  const folder = await mkdtemp(join(tmpdir(), 'hydra-audit-'));
  try {
    await writeFile(join(folder, 'package.json'), manifest);
    await writeFile(join(folder, 'package-lock.json'), lockfile);
    const ran = await runBounded({
      program: 'npm',
      words: WORDS,
      cwd: folder,
      env: process.env,
      timeoutMs: TIMEOUT_MS,
    });
    return ran.known
      ? mapMeasured(ran, ({ stdout, exitCode }) => ({
          documents: [{ name: 'stdout', text: stdout }],
          exitCode,
          root: folder,
        }))
      : missing('not-configured', `npm audit gave no report: ${ran.reason}`);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
};
