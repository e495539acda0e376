/** A separate process for tests that one process cannot do: being killed, racing another, running out of disk. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { openRunStore } from '../../../../src/shell/adapters/store/runs/file-run-store.ts';
import { captureSmallRun, ENGINE, finishSmallRun, REQUEST } from './small-run.ts';

const [action = '', repository = '', argument = ''] = process.argv.slice(2);
const store = openRunStore(repository, ENGINE);
const codeOf = async (effect: Promise<unknown>): Promise<string> => {
  try {
    await effect;
    return 'fine';
  } catch (error) {
    const { name, code, message } = error as Error & { code?: string };
    return code === undefined ? message : `${name} ${code}`;
  }
};
const states = async () => (await store.list()).map(({ state }) => state);
const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);

type Effects = Record<string, (...args: unknown[]) => unknown>;

/** Dies by SIGKILL at the given effect on the disk; writes to a descriptor are half done by then. */
const dieAtEffect = async (fatal: number): Promise<{ count: number }> => {
  const seen = { count: 0 };
  const watch = (target: Effects, name: string): void => {
    const original = target[name]!;
    target[name] = async function watched(this: unknown, ...args: unknown[]) {
      if (++seen.count !== fatal) return original.apply(this, args);
      const [content] = args;
      if (target !== promises && content !== undefined) {
        const bytes = Buffer.from(content as string);
        fs.writeSync((this as { fd: number }).fd, bytes.subarray(0, bytes.length / 2));
      }
      return process.kill(process.pid, 'SIGKILL');
    };
  };
  const promises = fs.promises as unknown as Effects;
  const handle = await fs.promises.open(import.meta.filename);
  await handle.close();
  for (const name of ['write', 'writeFile', 'appendFile', 'sync']) watch(Object.getPrototypeOf(handle), name);
  for (const name of ['open', 'mkdir', 'rename', 'rmdir', 'writeFile']) watch(promises, name);
  syncBuiltinESMExports();
  return seen;
};

const actions: Record<string, () => Promise<void>> = {
  async crash() {
    const seen = await dieAtEffect(Number(argument));
    await finishSmallRun(await store.create(REQUEST));
    say(seen.count);
  },
  async race() {
    for (let count = 0; count < Number(argument); count++) await finishSmallRun(await store.create(REQUEST));
  },
  async files() {
    const held: number[] = [];
    try {
      for (;;) held.push(fs.openSync('/dev/null', 'r'));
    } catch {
      const starved = await codeOf(store.create(REQUEST));
      for (const descriptor of held) fs.closeSync(descriptor);
      say([starved, await codeOf(store.create(REQUEST))]);
    }
  },
  async disk() {
    const ballast = join(repository, 'ballast');
    const fill = () => {
      const file = fs.openSync(ballast, 'a');
      try {
        for (;;) fs.writeSync(file, Buffer.alloc(4096));
      } catch {
        fs.closeSync(file);
      }
    };
    await finishSmallRun(await store.create(REQUEST));
    const run = await store.create(REQUEST);
    const all = await captureSmallRun(run);
    fill();
    const conclusion = (await store.load((await store.list())[1]!.id)).conclusion;
    const full = [
      await codeOf(run.savePatch('late', Buffer.alloc(100_000))),
      await codeOf(run.finish(all, { ...conclusion, run_id: run.id })),
      await codeOf(store.create(REQUEST)),
    ];
    const during = await states();
    await run.discard();
    fs.rmSync(ballast);
    await finishSmallRun(await store.create(REQUEST));
    const finished = (await store.list()).filter(({ state }) => state === 'complete');
    const problems = await Promise.all(finished.map(({ id }) => store.verify(id)));
    execFileSync('mount', ['-o', 'remount,ro', repository]);
    const readOnly = [await codeOf(store.create(REQUEST)), await codeOf(store.load(finished[0]!.id))];
    say({ full, during, problems, readOnly });
  },
};

await actions[action]?.();
