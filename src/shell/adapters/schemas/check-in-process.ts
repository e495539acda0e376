import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { SchemaAnswer, SchemaTask } from './schema-child.ts';

const TIMEOUT_MS = 30_000;
const MAX_HEAP_MB = 512;

const runsFromSource = import.meta.url.endsWith('.ts');
const entry = fileURLToPath(new URL(`./schema-child.${runsFromSource ? 'ts' : 'js'}`, import.meta.url));
const loader = (): readonly string[] =>
  runsFromSource ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : [];

/** Documents of a candidate are read in a separate process; null if it hangs or crashes. */
export const checkInProcess = (
  task: SchemaTask,
  timeoutMs: number = TIMEOUT_MS,
): Promise<SchemaAnswer | null> =>
  new Promise((resolve) => {
    const child = fork(entry, [], {
      cwd: '/',
      env: {},
      execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`, ...loader()],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const finish = (answer: SchemaAnswer | null): void => {
      clearTimeout(timer);
      child.removeAllListeners();
      child.kill('SIGKILL');
      resolve(answer);
    };
    const timer = setTimeout(() => finish(null), timeoutMs);
    child.on('message', (answer) => finish(answer as SchemaAnswer));
    child.on('error', () => finish(null)).on('exit', () => finish(null));
    child.send(task, (error) => error && finish(null));
  });
