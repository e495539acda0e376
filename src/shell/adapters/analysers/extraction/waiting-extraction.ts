import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { SourceReading } from '../../../../core/domain/source/source-facts.ts';
import { builtChild } from '../../system/built-child.ts';

const TIMEOUT_MS = 30_000;
const MAX_HEAP_MB = 512;

const entry = builtChild(new URL('./extraction-thread-child', import.meta.url));

type Thread = {
  readonly worker: Worker;
  readonly answers: MessageChannel['port1'];
  readonly signal: Int32Array;
};

export type WaitingExtraction = {
  /**
   * Facts of some files for a synchronous caller: a thread reads them while this one blocks.
   * A thread that takes too long is ended, and its files count as unread.
   */
  extract(
    files: readonly { readonly path: string; readonly bytes: Uint8Array }[],
    timeoutMs?: number,
  ): readonly SourceReading[];
  close(): Promise<void>;
};

const start = (onError: () => void): Thread => {
  const { port1, port2 } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(entry, {
    workerData: { answers: port2, signal },
    transferList: [port2],
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  worker.on('error', onError);
  worker.unref();
  port1.unref();
  return { worker, answers: port1, signal };
};

const end = async ({ worker, answers }: Thread): Promise<void> => {
  answers.close();
  await worker.terminate();
};

/** One thread, started on first use. While idle it does not keep the process alive. */
export const createWaitingExtraction = (): WaitingExtraction => {
  let thread: Thread | null = null;
  return {
    extract(files, timeoutMs = TIMEOUT_MS) {
      if (files.length === 0) return [];
      thread ??= start(() => (thread = null));
      const { worker, answers, signal } = thread;
      Atomics.store(signal, 0, 0);
      worker.postMessage(files);
      Atomics.wait(signal, 0, 0, timeoutMs);
      const answer = receiveMessageOnPort(answers) as
        | { readonly message: readonly SourceReading[] }
        | undefined;
      if (answer !== undefined) return answer.message;
      void end(thread);
      thread = null;
      return files.map(() => ({ unread: `the parser took more than ${timeoutMs} ms` }));
    },
    async close() {
      if (thread !== null) await end(thread);
      thread = null;
    },
  };
};
