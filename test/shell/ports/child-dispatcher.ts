import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Work, WorkBase, WorkUpdate } from '../../../src/core/domain/work/work.ts';
import type { Cores } from '../../../src/shell/adapters/dispatch/lane-scheduler.ts';
import { PreparedBase, WorkEvent, WorkResult } from '../../../src/core/domain/work/work-result.ts';
import type { Dispatcher, Watch } from '../../../src/shell/ports/dispatcher.ts';
import type { Isolation } from '../../../src/shell/ports/workspaces.ts';
import { childProgram } from '../../support/child-program.ts';

export type ChildSetup = {
  readonly repository: string;
  readonly cacheDir: string;
  readonly reportersDir: string;
  readonly blobs: string;
  readonly cores: Cores;
};

type Call =
  | { readonly method: 'run'; readonly argument: Work }
  | { readonly method: 'update'; readonly argument: { readonly id: string; readonly update: WorkUpdate } }
  | { readonly method: 'prepareBase'; readonly argument: WorkBase }
  | { readonly method: 'hasKept'; readonly argument: string }
  | { readonly method: 'toolVersions' | 'dropKept' };

export type ToChild =
  | ({ readonly type: 'call'; readonly call: number } & Call)
  | { readonly type: 'heard'; readonly number: number }
  | { readonly type: 'abort'; readonly call: number };

type FromChild =
  | { readonly type: 'ready'; readonly isolation: Isolation }
  | { readonly type: 'event'; readonly call: number; readonly number: number; readonly event: unknown }
  | { readonly type: 'returned'; readonly call: number; readonly value?: unknown }
  | { readonly type: 'failed'; readonly call: number; readonly message: string };

type Pending = {
  readonly watch: Watch;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
};

const CHILD = new URL('pool-child.ts', import.meta.url);

/** A dispatcher whose pool is in another process. Only JSON crosses; the object and blob stores are shared by digest. */
export const openChildDispatcher = async (
  setup: ChildSetup,
): Promise<{ readonly dispatcher: Dispatcher; readonly close: () => Promise<void> }> => {
  const child = spawn(process.execPath, [childProgram(CHILD), JSON.stringify(setup)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const say = (message: ToChild): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
  const pending = new Map<number, Pending>();
  let calls = 0;
  const call = (asked: Call, watch: Watch = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const number = (calls += 1);
      pending.set(number, { watch, resolve, reject });
      watch.signal?.addEventListener('abort', () => say({ type: 'abort', call: number }));
      say({ type: 'call', call: number, ...asked });
    });
  const isolation = await new Promise<Isolation>((ready) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message = JSON.parse(line) as FromChild;
      if (message.type === 'ready') return ready(message.isolation);
      const asked = pending.get(message.call);
      if (message.type === 'returned') return asked?.resolve(message.value);
      if (message.type === 'failed') return asked?.reject(new Error(message.message));
      void Promise.resolve(asked?.watch.onEvent?.(WorkEvent.parse(message.event))).then(() =>
        say({ type: 'heard', number: message.number }),
      );
    });
  });
  const dispatcher: Dispatcher = {
    isolation,
    toolVersions: async () => String(await call({ method: 'toolVersions' })),
    prepareBase: async (base) => PreparedBase.parse(await call({ method: 'prepareBase', argument: base })),
    run: async (work, watch) => WorkResult.parse(await call({ method: 'run', argument: work }, watch)),
    update: async (id, update) => void (await call({ method: 'update', argument: { id, update } })),
    hasKept: async (key) => (await call({ method: 'hasKept', argument: key })) === true,
    dropKept: async () => void (await call({ method: 'dropKept' })),
  };
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { dispatcher, close };
};
