import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { LANGUAGES } from '../../../core/languages/languages.ts';
import type { AnalysisReply, AnalysisTask } from './analysis-task.ts';

export type AnalysisResult = Extract<AnalysisReply, { stage: 'done' }>['result'];

export type AnalysisProcess = {
  /** The result, or why there is none; one task at a time. */
  ask(task: AnalysisTask): Promise<AnalysisResult | { readonly gaveUp: string }>;
  dispose(): void;
};

export type AnalysisLimits = { readonly loadMs: number; readonly taskMs: number };

const LIMITS: AnalysisLimits = { loadMs: 60_000, taskMs: 8_000 };
const MAX_HEAP_MB = 1_024;
const PASSED_ON = [
  'PATH',
  'HOME',
  'TMPDIR',
  ...LANGUAGES.flatMap(({ toolchain }) => toolchain.formatterVariables ?? []),
];

/** Source runs through tsx, a build as it is. */
const runsFromSource = import.meta.url.endsWith('.ts');
const entry = fileURLToPath(new URL(`./analysis-child.${runsFromSource ? 'ts' : 'js'}`, import.meta.url));
const loader = (): readonly string[] =>
  runsFromSource ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : [];

/** A process of its own: a hostile file can hang or exhaust it, and only that file loses its formatter. */
export const createAnalysisProcess = (limits: AnalysisLimits = LIMITS): AnalysisProcess => {
  let child: ChildProcess | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const drop = (): void => {
    child?.kill('SIGKILL');
    child = null;
  };
  const askNow = async (task: AnalysisTask): ReturnType<AnalysisProcess['ask']> => {
    child ??= start();
    hold(child);
    const reply = await exchange(child, task, limits);
    if ('gaveUp' in reply || reply.spent) drop();
    else release(child);
    return 'gaveUp' in reply ? reply : reply.result;
  };
  return {
    ask(task) {
      const result = last.then(() => askNow(task));
      last = result;
      return result;
    },
    dispose: drop,
  };
};

const start = (): ChildProcess =>
  fork(entry, [], {
    cwd: '/',
    env: Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])),
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`, ...loader()],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

/** An idle child does not keep the process alive; a busy one does. */
const hold = (child: ChildProcess): void => {
  child.ref();
  child.channel?.ref();
};
const release = (child: ChildProcess): void => {
  child.unref();
  child.channel?.unref();
};

type Exchanged = Extract<AnalysisReply, { stage: 'done' }> | { readonly gaveUp: string };

const exchange = (child: ChildProcess, task: AnalysisTask, limits: AnalysisLimits): Promise<Exchanged> =>
  new Promise((resolve) => {
    const finish = (result: Exchanged): void => {
      clearTimeout(timer);
      child.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
      resolve(result);
    };
    const onEnd = (): void => finish({ gaveUp: 'the analysis process ended' });
    const onMessage = (message: unknown): void => {
      const reply = message as AnalysisReply;
      if (reply.stage === 'done') return finish(reply);
      clearTimeout(timer);
      timer = setTimeout(() => finish({ gaveUp: `took more than ${limits.taskMs} ms` }), limits.taskMs);
    };
    let timer = setTimeout(() => finish({ gaveUp: 'the analysers did not load' }), limits.loadMs);
    child.on('message', onMessage).on('error', onEnd).on('exit', onEnd);
    child.send(task, (error) => error && onEnd());
  });
