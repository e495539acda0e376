import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { SourceReading } from '../../../../core/domain/source/source-facts.ts';
import { extractSource, prepareGrammar } from './extract-source.ts';

type Task = readonly { readonly path: string; readonly bytes: Uint8Array }[];

const { answers, signal } = workerData as { readonly answers: MessagePort; readonly signal: Int32Array };

const read = async (path: string, bytes: Uint8Array): Promise<SourceReading> => {
  try {
    return extractSource(await prepareGrammar(path), bytes);
  } catch {
    return { unread: 'the parser crashed on it' };
  }
};

parentPort?.on('message', async (task: Task) => {
  const readings: SourceReading[] = [];
  for (const { path, bytes } of task) readings.push(await read(path, bytes));
  answers.postMessage(readings);
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
});
