import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Extracted, SourceExtraction, SourceRequest } from '../../../ports/source-extraction.ts';
import type { ExtractionReply, ExtractionTask } from './extraction-task.ts';

export type PoolLimits = {
  readonly processes: number;
  readonly loadMs: number;
  readonly batchMs: number;
  readonly fileMs: number;
};

const LIMITS: PoolLimits = { processes: 2, loadMs: 60_000, batchMs: 20_000, fileMs: 8_000 };
const BATCH_FILES = 32;
const BATCH_BYTES = 2_000_000;
const MAX_HEAP_MB = 400;

/** Source runs through tsx, a build as it is. */
const runsFromSource = import.meta.url.endsWith('.ts');
const entry = fileURLToPath(new URL(`./extraction-child.${runsFromSource ? 'ts' : 'js'}`, import.meta.url));
const loader = (): readonly string[] =>
  runsFromSource ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : [];

const start = (): ChildProcess =>
  fork(entry, [], {
    cwd: '/',
    env: {},
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`, ...loader()],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

type Batch = { readonly first: number; readonly requests: readonly SourceRequest[] };

const inBatches = (requests: readonly SourceRequest[]): Batch[] => {
  const batches: { first: number; requests: SourceRequest[] }[] = [];
  let bytes = 0;
  for (const [index, request] of requests.entries()) {
    const last = batches.at(-1);
    const size = request.bytes?.length ?? 0;
    if (last === undefined || last.requests.length >= BATCH_FILES || bytes + size > BATCH_BYTES) {
      batches.push({ first: index, requests: [request] });
      bytes = size;
    } else {
      last.requests.push(request);
      bytes += size;
    }
  }
  return batches;
};

/** Idle children do not keep the process alive; busy ones do. */
const createFleet = () => {
  const idle: ChildProcess[] = [];
  const living = new Set<ChildProcess>();
  const take = (): ChildProcess => {
    const child = idle.pop() ?? start();
    living.add(child);
    child.ref();
    child.channel?.ref();
    return child;
  };
  const give = (child: ChildProcess): void => {
    child.unref();
    child.channel?.unref();
    idle.push(child);
  };
  const drop = (child: ChildProcess): void => {
    living.delete(child);
    child.kill('SIGKILL');
  };
  const dropAll = (): void => {
    for (const child of living) child.kill('SIGKILL');
    living.clear();
    idle.length = 0;
  };
  return { take, give, drop, dropAll };
};

/** Processes of their own: a hostile file can hang or crash one, and only that file goes unread. */
export const createExtractionPool = (
  format: 'sha1' | 'sha256' = 'sha1',
  overrides: Partial<PoolLimits> = {},
): SourceExtraction => {
  const limits = { ...LIMITS, ...overrides };
  const { take, give, drop, dropAll } = createFleet();
  const ask = async (
    requests: readonly SourceRequest[],
    ms: number,
  ): Promise<readonly Extracted[] | string> => {
    const child = take();
    const results = await exchange(child, { requests, format }, { loadMs: limits.loadMs, ms });
    if (typeof results === 'string') drop(child);
    else give(child);
    return results;
  };
  const unread = (reason: string): Extracted => ({
    reading: { unread: `the parser gave up (${reason})` },
    blob: null,
  });
  return {
    async extract(requests, onEach) {
      const batches = inBatches(requests);
      const work = async (): Promise<void> => {
        for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
          const { first } = batch;
          const results = await ask(batch.requests, limits.batchMs);
          if (typeof results !== 'string') results.forEach((result, at) => onEach(first + at, result));
          else
            for (const [at, request] of batch.requests.entries()) {
              const alone = await ask([request], limits.fileMs);
              onEach(
                first + at,
                typeof alone === 'string' ? unread(alone) : (alone[0] ?? unread('no answer')),
              );
            }
        }
      };
      await Promise.all(Array.from({ length: Math.min(limits.processes, batches.length) }, work));
    },
    dispose: dropAll,
  };
};

const exchange = (
  child: ChildProcess,
  task: ExtractionTask,
  { loadMs, ms }: { readonly loadMs: number; readonly ms: number },
): Promise<readonly Extracted[] | string> =>
  new Promise((resolve) => {
    const finish = (result: readonly Extracted[] | string): void => {
      clearTimeout(timer);
      child.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
      resolve(result);
    };
    const onEnd = (): void => finish('its process ended');
    const onMessage = (message: unknown): void => {
      const reply = message as ExtractionReply;
      if (reply.stage === 'done') return finish(reply.results);
      clearTimeout(timer);
      timer = setTimeout(() => finish(`more than ${ms} ms`), ms);
    };
    let timer = setTimeout(() => finish('the grammars did not load'), loadMs);
    child.on('message', onMessage).on('error', onEnd).on('exit', onEnd);
    child.send(task, (error) => error && onEnd());
  });
