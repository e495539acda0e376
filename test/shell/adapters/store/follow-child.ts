/** Writes a run, a line on standard output per step, so that another process can follow it. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openRunStore } from '../../../../src/shell/adapters/store/runs/file-run-store.ts';
import { ENGINE, finishSmallRun, REQUEST } from './small-run.ts';

const store = openRunStore(process.argv[2] ?? '', ENGINE);
const run = await store.create(REQUEST);
process.stdout.write(`${run.id}\n`);

const LONG = 'ä€😀'.repeat(200_000);
let count = 0;

/** One step per line on standard input. */
const steps: Record<string, () => unknown> = {
  notes: async () => {
    for (let at = 0; at < 500; at += 1) run.emit({ event: 'note', text: `note ${count++} ä€😀` });
    await run.record({ event: 'stage', text: 'notes are written' });
  },
  long: () => run.record({ event: 'note', text: LONG }),
  newer: () => run.record({ event: 'from-the-future', shape: 1 } as never),
  torn: () => appendFileSync(join(run.folder, 'events.jsonl'), '{"event":"note","te'),
  kill: () => process.kill(process.pid, 'SIGKILL'),
  finish: () => finishSmallRun(run),
  leave: () => run.leave(new Error('the machine failed')),
  discard: () => run.discard(),
};

for await (const step of createInterface({ input: process.stdin })) {
  await steps[step]?.();
  process.stdout.write(`${step}\n`);
}
