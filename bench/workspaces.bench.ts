import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkspaces } from '../src/shell/adapters/workspaces/workspace/open-workspaces.ts';
import { line, report } from './support.ts';
import type { Workspace } from '../src/shell/ports/workspaces.ts';

/** Own cost of a job and of a workspace, each compared with its floor or rival, measured in turn in one run. */
const FILES = Number(process.env['BENCH_FILES'] ?? 40_000);
const JOBS = Number(process.env['BENCH_JOBS'] ?? 60);
const WORKSPACES = 8;

const folder = await mkdtemp(join(tmpdir(), 'hydra-bench-'));
const repository = join(folder, 'repo');
const git = (...args: string[]): string =>
  execFileSync('git', ['-C', repository, '-c', 'user.name=b', '-c', 'user.email=b@example.com', ...args], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  }).trim();
const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
const timed = async (work: () => Promise<unknown> | unknown): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};
const bytesOf = (path: string): number =>
  Number(execFileSync('du', ['-sk', path], { encoding: 'utf8' }).split('\t')[0]) * 1024;

const makeRepository = async (): Promise<string> => {
  await mkdir(repository);
  git('init', '-q');
  for (let start = 0; start < FILES; start += 200) {
    const sub = join(repository, `packages/p${start}/src`);
    await mkdir(sub, { recursive: true });
    const names = Array.from({ length: Math.min(200, FILES - start) }, (_, index) => index);
    await Promise.all(
      names.map((name) =>
        writeFile(join(sub, `${name}.ts`), `export const x${name} = ${start};\n`.repeat(20)),
      ),
    );
  }
  git('add', '.');
  git('commit', '-qm', 'base');
  return git('rev-parse', 'HEAD');
};

const plainSpawn = (): Promise<unknown> =>
  new Promise((resolve) => spawn('/bin/sh', ['-c', 'true'], { stdio: 'ignore' }).once('close', resolve));

const measureAll = async () => {
  const commit = await makeRepository();
  const blob = execFileSync('git', ['-C', repository, 'hash-object', '-w', '--stdin'], {
    input: 'x\n',
    encoding: 'utf8',
  }).trim();
  const log = join(folder, 'log');
  const opened = await timed(() => open());
  const workspaces = await open();
  const checkoutMs = await timed(() => workspaces.prepareBase(commit, null, log));
  const base = await workspaces.prepareBase(commit, null, log);
  const changes = [
    { path: 'packages/p0/src/0.ts', mode: '100644', blob },
    { path: 'packages/p0/src/1.ts', mode: '000000', blob: null },
  ];
  const job = {
    command: 'true',
    env: {},
    timeoutMs: 60_000,
    network: false,
    stdoutFile: log,
    stderrFile: log,
  };
  const [spawns, jobs, creates, changed, worktrees, disposes]: number[][] = [[], [], [], [], [], []];
  const made: Workspace[] = [];
  let worktreeBytes = 0;
  for (let n = 0; n < WORKSPACES; n += 1) {
    // A worktree is only the commit; a candidate's changes come on top.
    creates?.push(await timed(async () => made.push(await workspaces.create(base, []))));
    changed?.push(await timed(async () => made.push(await workspaces.create(base, changes))));
    const tree = join(folder, `worktree${n}`);
    worktrees?.push(await timed(() => git('worktree', 'add', '--detach', '-q', tree, commit)));
    worktreeBytes += bytesOf(tree);
  }
  const scratchBytes = bytesOf(join(folder, 'cache', 'scratch'));
  const [first] = made;
  for (let n = 0; n < JOBS; n += 1) {
    spawns?.push(await timed(plainSpawn));
    jobs?.push(await timed(() => first?.run({ ...job, reportDir: join(folder, 'report') })));
  }
  for (const workspace of made) disposes?.push(await timed(() => workspace.dispose()));
  const [spawnMs, jobMs, createMs, changedMs, worktreeMs] = [spawns, jobs, creates, changed, worktrees].map(
    (times) => median(times ?? []),
  );
  return {
    isolation: workspaces.isolation.detail,
    files: FILES,
    loadAverage: (await readFile('/proc/loadavg', 'utf8').catch(() => '')).split(' ')[0],
    openMs: opened,
    checkoutMs,
    job: {
      ms: jobMs,
      plainShellMs: spawnMs,
      ownCostMs: (jobMs ?? 0) - (spawnMs ?? 0),
      goalMs: 30,
      ratioToPlainShell: (jobMs ?? 0) / (spawnMs ?? 1),
    },
    workspace: {
      createMs,
      disposeMs: median(disposes ?? []),
      gitWorktreeAddMs: worktreeMs,
      timesFaster: (worktreeMs ?? 0) / (createMs ?? 1),
      timesFasterChanged: (worktreeMs ?? 0) / (changedMs ?? 1),
      goalTimesFaster: 100,
      diskShare: scratchBytes / 2 / worktreeBytes,
      goalDiskShare: 0.02,
    },
  };
};

const open = () =>
  openWorkspaces({
    repositoryRoot: repository,
    gitDir: join(repository, '.git'),
    cacheDir: join(folder, 'cache'),
    readBlobs: (ids) =>
      Promise.resolve(
        new Map(ids.map((id) => [id, execFileSync('git', ['-C', repository, 'cat-file', 'blob', id])])),
      ),
    reportersDir: folder,
    environment: {},
  });

try {
  const { job, workspace } = await measureAll();
  report('workspaces', [
    line('an empty job in the sandbox over a plain shell', job.ratioToPlainShell, '×', { atMost: 12 }),
    line(`a workspace of ${FILES} files: git worktree add over ours`, workspace.timesFaster, '×', {
      atLeast: 100,
    }),
    line('the same with a file changed and a file removed', workspace.timesFasterChanged, '×', {
      atLeast: 50,
    }),
    line('its disk as a share of a worktree', workspace.diskShare * 100, '%', { atMost: 2 }),
  ]);
} finally {
  await rm(folder, { recursive: true, force: true });
}
