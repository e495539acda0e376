import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { throwIfAborted } from '../../../errors/abort-error.ts';
import type { Ran } from '../../../ports/workspaces.ts';
import { layGround } from '../tree/mount.ts';
import type { Machine } from './machine.ts';
import { newScratch } from '../tree/scratch-folder.ts';
import { removeTree } from '../tree/remove-tree.ts';
import { runOnGround } from './run-on-mount.ts';

const PROBE_TIMEOUT_MS = 20_000;
/** Reads through to the layer below, writes above it, removes from it, writes beside it: all that a job needs. */
const PROBE = 'cat below && echo yes > above && rm below && test ! -e below && : > "$TMPDIR/x"';

const reasonOf = (ran: Ran): string => {
  if (ran.status === 'not-started') return ran.reason;
  return ran.status === 'exited' ? `a trial run ended with ${ran.exitCode}` : `a trial run ${ran.status}`;
};

/** Tries the real thing once; null means that it works. */
export const probeMachine = async (machine: Machine): Promise<string | null> => {
  const folder = await newScratch(machine.scratchDir);
  try {
    const [lower, reportDir, log] = ['lower', 'report', 'log'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await mkdir(lower);
    await writeFile(join(lower, 'below'), 'yes\n');
    const ground = await layGround({
      folder,
      overlays: machine.overlays,
      disposable: true,
      downloads: null,
      treeLowers: [lower],
      homeLowers: [lower],
    });
    const files = { stdoutFile: log, stderrFile: log, reportDir };
    const job = { command: PROBE, env: {}, timeoutMs: PROBE_TIMEOUT_MS, network: false, ...files };
    const ran = await runOnGround(machine, ground, { job, turn: 0, trusted: false });
    if (ran.status !== 'exited' || ran.exitCode !== 0) return reasonOf(ran);
    const written = await readFile(join(ground.tree, 'above'), 'utf8').catch(() => '');
    return written === 'yes\n' ? null : 'a trial run left no trace of what it wrote';
  } catch (error) {
    throwIfAborted(machine.options.signal);
    return error instanceof Error ? error.message : String(error);
  } finally {
    await removeTree(folder);
  }
};
