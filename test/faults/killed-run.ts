import { spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ownEnvironment } from '../support/own-environment.ts';
import { makeProject, type ScratchProject } from '../support/scratch-project.ts';

const main = fileURLToPath(new URL('../../dist/faces/cli/main.js', import.meta.url));
const dieAt = fileURLToPath(new URL('../support/die-at.mjs', import.meta.url));

export type Ended = { code: number | null; signal: string | null; stdout: string; stderr: string };

/** A separate repository, patches and cache; `mark` is in the command line of every check. */
export type Arena = {
  readonly folder: string;
  readonly root: string;
  readonly mark: string;
  readonly cacheHome: string;
  hydra(words: readonly string[], options?: HydraOptions): Running;
  evaluate(options?: HydraOptions): Running;
  remove(): Promise<void>;
};
export type HydraOptions = {
  readonly die?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Runs before the command line, in the same shell. */
  readonly before?: string;
  /** A program that runs the command line. */
  readonly wrap?: readonly string[];
};
export type Running = {
  readonly pid: number;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<Ended>;
};

/** A shell as runner: faults of the engine are tested here, and Node would take half of the time of every run. */
const TESTS = `. ./out/sum.sh
failed=0
check() {
  if [ "$3" = "$4" ]; then echo "ok $1 - $2"; else echo "not ok $1 - $2"; failed=1; fi
}
echo "two sums" >&2
echo 1..2
check 1 adds "$(sum 1 2)" 3
check 2 zero "$(sum 0 0)" 0
exit "$failed"
`;
const sum = (expression: string): string => `sum() { echo $((${expression})); }\n`;

export type Field = { readonly build?: string; readonly test?: string };

/** A build whose result the tests need: repeating a test without its build fails. */
export const makeTemplate = async (mark: string, field: Field = {}) => {
  const project = await makeProject({
    'hydra.toml': [
      '[scoring.commands]',
      `build = ${JSON.stringify(field.build ?? `: ${mark}; mkdir out && cp sum.sh out/ && ls -d ~ > out/built`)}`,
      `test = ${JSON.stringify(field.test ?? `: ${mark}; sh sum.test.sh`)}`,
      `lint = ": ${mark}; test -f out/built && echo 'sum.sh:1:1: warning house-rule no names (house/names)'"`,
      'install = false',
      '[scoring.reports.test]',
      'format = "tap"',
      '',
    ].join('\n'),
    'sum.sh': sum('$1 - $2'),
    'sum.test.sh': TESTS,
  });
  await project.patch('right', { 'sum.sh': sum('$1 + $2') });
  await project.patch('wrong', { 'sum.sh': sum('$1 * $2 + 1') });
  return project;
};

const start = (file: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Running => {
  const child = spawn(file, [...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { pid: child.pid ?? 0, kill: (signal) => child.kill(signal), ended };
};

const quote = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

export const openArena = async (
  template: Pick<ScratchProject, 'root' | 'patches'>,
  mark: string,
): Promise<Arena> => {
  const folder = await mkdtemp(join(tmpdir(), 'hydra-fault-'));
  const [root, cacheHome] = [join(folder, 'repo'), join(folder, 'cache')];
  await cp(template.root, root, { recursive: true });
  const environment = {
    ...ownEnvironment(),
    NO_COLOR: '1',
    HYDRA_CACHE_DIR: cacheHome,
    HYDRA_TEST_MARK: mark,
  };
  const hydra: Arena['hydra'] = (words, { die, env, before, wrap } = {}) => {
    const args = [...(die === undefined ? [] : ['--import', dieAt]), main, ...words];
    const all = { ...environment, ...(die === undefined ? {} : { HYDRA_TEST_DIE: die }), ...env };
    const program = [process.execPath, ...args];
    const shell = ['/bin/sh', '-c', `${before ?? ''}\nexec ${program.map(quote).join(' ')}`];
    const [file = '', ...rest] = [...(wrap ?? []), ...(before === undefined ? program : shell)];
    return start(file, rest, root, all);
  };
  return {
    folder,
    root,
    mark,
    cacheHome,
    hydra,
    evaluate: (options) =>
      hydra(
        ['evaluate', '--base', 'main', '--candidates', template.patches, '--jobs', '2', '--json'],
        options,
      ),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};

export const newMark = (): string => `mark-${randomUUID()}`;

/** Seconds for a `sleep` that no other process of the machine sleeps. */
export const newWait = (): string => `600.${randomInt(1e9)}`;

export const runsOf = async ({ root }: Arena): Promise<readonly string[]> =>
  (await readdir(join(root, '.hydra', 'runs')).catch(() => [])).sort();

export type Event = { readonly event: string; readonly owners?: readonly string[]; readonly check?: string };

export const eventsOf = async ({ root }: Arena, run: string): Promise<readonly Event[]> => {
  const text = await readFile(join(root, '.hydra', 'runs', run, 'events.jsonl'), 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Event];
    } catch {
      return [];
    }
  });
};

/** Processes that carry the mark, in their arguments or in the environment that they started with. */
export const marked = async (mark: string): Promise<readonly number[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const texts = await Promise.all(
        ['cmdline', 'environ'].map((name) => readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => '')),
      );
      return texts.some((text) => text.includes(mark)) ? [Number(pid)] : [];
    }),
  );
  return found.flat();
};

/** Null once there are none; those left after some minutes otherwise. */
export const orphans = async (mark: string): Promise<readonly number[] | null> => {
  let left: readonly number[] = [];
  for (let round = 0; round < 3000; round += 1) {
    left = await marked(mark);
    if (left.length === 0) return null;
    await sleep(100);
  }
  return left;
};

export const mountsIn = async (folder: string): Promise<readonly string[]> =>
  (await readFile('/proc/self/mountinfo', 'utf8')).split('\n').filter((line) => line.includes(folder));

export const scratchOf = async ({ cacheHome }: Arena): Promise<readonly string[]> => {
  const [repository = ''] = await readdir(cacheHome).catch(() => []);
  const folders = await Promise.all(
    ['scratch', 'builds', 'making'].map((name) => readdir(join(cacheHome, repository, name)).catch(() => [])),
  );
  return folders.flat();
};

export const withoutId = (text: string): string => text.replaceAll(/"run_id": ?"[^"]+"/g, '');
