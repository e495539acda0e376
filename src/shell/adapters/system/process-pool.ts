import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { builtChild } from './built-child.ts';

export type PoolOptions = {
  /** URL of the module that children run, without its extension. */
  readonly module: URL;
  /** Processes at a time; more tasks wait. */
  readonly size: number;
  readonly maxHeapMb: number;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A new process for every task, so that no task can influence another. */
  readonly fresh?: boolean;
};

/** A child's messages. Its time is counted anew from `loaded`; a `spent` child takes no more tasks. */
export type PoolReply<Result> =
  | { readonly stage: 'loaded' }
  | { readonly stage: 'done'; readonly result: Result; readonly spent?: boolean };

export type TaskLimits = { readonly loadMs: number; readonly taskMs: number };
export type GaveUp = 'ended' | 'not-loaded' | 'too-slow';
export type Asked<Result> = { readonly result: Result } | { readonly gaveUp: GaveUp };

export type ProcessPool<Task, Result> = {
  /** Never rejects; a child that does not answer in time is killed. */
  ask(task: Task, limits: TaskLimits): Promise<Asked<Result>>;
  /** Kills every child and waits for its end; later tasks are given up. */
  close(): Promise<void>;
};

const startChild = ({ module, maxHeapMb, env = {} }: PoolOptions): ChildProcess =>
  fork(fileURLToPath(builtChild(module)), [], {
    cwd: '/',
    env: { ...env },
    execArgv: [`--max-old-space-size=${maxHeapMb}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

/** A busy child keeps the event loop alive; an idle one does not. */
const hold = (child: ChildProcess): void => {
  child.ref();
  child.channel?.ref();
};
const release = (child: ChildProcess): void => {
  child.unref();
  child.channel?.unref();
};

type Exchanged<Result> = Extract<PoolReply<Result>, { stage: 'done' }> | { readonly gaveUp: GaveUp };

const exchange = <Result>(
  child: ChildProcess,
  task: unknown,
  { loadMs, taskMs }: TaskLimits,
): Promise<Exchanged<Result>> =>
  new Promise((resolve) => {
    const finish = (result: Exchanged<Result>): void => {
      clearTimeout(timer);
      child.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
      resolve(result);
    };
    const onEnd = (): void => finish({ gaveUp: 'ended' });
    const onMessage = (message: unknown): void => {
      const reply = message as PoolReply<Result>;
      if (reply.stage === 'done') return finish(reply);
      clearTimeout(timer);
      timer = setTimeout(() => finish({ gaveUp: 'too-slow' }), taskMs);
    };
    let timer = setTimeout(() => finish({ gaveUp: 'not-loaded' }), loadMs);
    child.on('message', onMessage).on('error', onEnd).on('exit', onEnd);
    child.send(task as object, (error) => error && onEnd());
  });

/** Child processes for work that may hang or crash: started with the first task, reused, killed if they do not answer. */
export const createProcessPool = <Task, Result>(options: PoolOptions): ProcessPool<Task, Result> => {
  const idle: ChildProcess[] = [];
  const living = new Map<ChildProcess, Promise<void>>();
  const waiting: (() => void)[] = [];
  let busy = 0;
  let closed = false;
  const start = (): ChildProcess => {
    const child = startChild(options);
    const ended = new Promise<void>((resolve) => {
      const forget = (): void => {
        living.delete(child);
        if (idle.includes(child)) idle.splice(idle.indexOf(child), 1);
        resolve();
      };
      child.once('close', forget).on('error', () => child.pid === undefined && forget());
    });
    living.set(child, ended);
    return child;
  };
  const askChild = async (task: Task, limits: TaskLimits): Promise<Asked<Result>> => {
    if (closed) return { gaveUp: 'ended' };
    const child = idle.pop() ?? start();
    hold(child);
    const reply = await exchange<Result>(child, task, limits);
    const done = 'result' in reply ? reply : null;
    if (done === null || done.spent === true || options.fresh === true) child.kill('SIGKILL');
    else {
      release(child);
      idle.push(child);
    }
    return done === null ? (reply as { readonly gaveUp: GaveUp }) : { result: done.result };
  };
  return {
    async ask(task, limits) {
      if (busy < options.size) busy += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await askChild(task, limits);
      } finally {
        const next = waiting.shift();
        if (next === undefined) busy -= 1;
        else next();
      }
    },
    async close() {
      closed = true;
      for (const child of living.keys()) {
        hold(child);
        child.kill('SIGKILL');
      }
      await Promise.all(living.values());
    },
  };
};
