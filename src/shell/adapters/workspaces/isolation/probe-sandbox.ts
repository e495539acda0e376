import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { throwIfAborted } from '../../../errors/abort-error.ts';
import type { Ran } from '../../../ports/workspaces.ts';
import { createMount } from '../tree/mount.ts';
import { newScratch } from '../tree/scratch-folder.ts';
import { removeTree } from '../tree/remove-tree.ts';
import type { RunOnMount } from './run-on-mount.ts';

const PROBE_TIMEOUT_MS = 20_000;
/** Reads from the layer below, writes above it, removes from it and writes outside it: everything a job needs. */
const PROBE = 'cat below && echo yes > above && rm below && test ! -e below && : > "$TMPDIR/x"';

const reasonOf = (ran: Ran): string => {
  if (ran.status === 'not-started') return ran.reason;
  return ran.status === 'exited' ? `a trial run ended with ${ran.exitCode}` : `a trial run ${ran.status}`;
};

/** Tries the real thing once; null if it works. */
export const probeSandbox = async (
  run: RunOnMount,
  overlays: boolean,
  scratchDir: string,
  signal: AbortSignal | undefined,
): Promise<string | null> => {
  const folder = await newScratch(scratchDir);
  try {
    const [lower, reportDir, log] = ['lower', 'report', 'log'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await mkdir(lower);
    await writeFile(join(lower, 'below'), 'yes\n');
    const mount = await createMount({
      folder,
      overlays,
      disposable: true,
      downloads: null,
      treeLowers: [lower],
      homeLowers: [lower],
    });
    const files = { stdoutFile: log, stderrFile: log, reportDir };
    const job = { command: PROBE, env: {}, timeoutMs: PROBE_TIMEOUT_MS, network: false, ...files };
    const ran = await run(mount, { job, turn: 0, trusted: false });
    if (ran.status !== 'exited' || ran.exitCode !== 0) return reasonOf(ran);
    const written = await readFile(join(mount.tree, 'above'), 'utf8').catch(() => '');
    return written === 'yes\n' ? null : 'a trial run left no trace of its writes';
  } catch (error) {
    throwIfAborted(signal);
    return error instanceof Error ? error.message : String(error);
  } finally {
    await removeTree(folder);
  }
};
