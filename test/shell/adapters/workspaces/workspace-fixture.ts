import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InstallPlan } from '../../../../src/core/domain/source/repo-facts.ts';
import { openWorkspaces } from '../../../../src/shell/adapters/workspaces/workspace/open-workspaces.ts';
import type { WorkspacesOptions } from '../../../../src/shell/adapters/workspaces/isolation/machine.ts';
import { inContainers } from '../../../container/test-engine.ts';
import type { Job, Ran, TreeChange, Workspace, Workspaces } from '../../../../src/shell/ports/workspaces.ts';

const GIT_ENV = {
  PATH: process.env['PATH'] ?? '',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.com',
};

export type Fixture = {
  readonly folder: string;
  readonly repository: string;
  readonly cacheDir: string;
  git(...args: string[]): string;
  blob(content: string | Uint8Array): string;
  /** Runs a shell script in the repository and commits the result. */
  commit(script: string): string;
  options(more?: Partial<WorkspacesOptions>): WorkspacesOptions;
  open(more?: Partial<WorkspacesOptions>): Promise<Workspaces>;
  /** Runs a command and returns how it ended with all its output. */
  run(workspace: Workspace, command: string, more?: Partial<Job>): Promise<{ ran: Ran; output: string }>;
  remove(): Promise<void>;
};

export const makeFixture = async (
  isolation: 'auto' | 'copies' | 'container' | 'degraded',
): Promise<Fixture> => {
  const folder = await mkdtemp(join(tmpdir(), 'hydra-ws-'));
  const repository = join(folder, 'repo');
  // Commas, colons, quotes and spaces: neither a shell nor mount options may split a path.
  const cacheDir = join(folder, `ca,che:"o'dd" \\ dir`);
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', repository, ...args], { env: GIT_ENV, encoding: 'utf8' }).trim();
  await mkdir(repository, { recursive: true });
  git('init', '-q', '-b', 'main');
  let logs = 0;
  const options = (more: Partial<WorkspacesOptions> = {}): WorkspacesOptions => ({
    repositoryRoot: repository,
    gitDir: join(repository, '.git'),
    cacheDir,
    readBlobs: (ids) =>
      Promise.resolve(
        new Map(
          ids.map((id) => [
            id,
            execFileSync('git', ['-C', repository, 'cat-file', 'blob', id], { env: GIT_ENV }),
          ]),
        ),
      ),
    reportersDir: join(folder, 'reporters'),
    environment: { ALLOWED: 'yes' },
    ...(isolation === 'container' ? inContainers() : { isolation }),
    ...more,
  });
  await mkdir(join(folder, 'reporters'));
  await mkdir(join(folder, 'logs'));
  await writeFile(join(folder, 'reporters', 'reporter.txt'), 'a reporter');
  return {
    folder,
    repository,
    cacheDir,
    git,
    blob: (content) =>
      execFileSync('git', ['-C', repository, 'hash-object', '-w', '--stdin'], {
        env: GIT_ENV,
        input: content,
        encoding: 'utf8',
      }).trim(),
    commit(script) {
      execFileSync('/bin/sh', ['-ec', script], { cwd: repository, env: GIT_ENV });
      git('add', '-A');
      git('commit', '-q', '--allow-empty', '-m', 'change');
      return git('rev-parse', 'HEAD');
    },
    options,
    open: (more) => openWorkspaces(options(more)),
    async run(workspace, command, more = {}) {
      logs += 1;
      const log = join(folder, 'logs', `${logs}.log`);
      const files = { stdoutFile: log, stderrFile: log, reportDir: join(folder, 'report') };
      const ran = await workspace.run({
        command,
        env: {},
        timeoutMs: 60_000,
        network: false,
        ...files,
        ...more,
      });
      const output = await readFile(more.stdoutFile ?? log, 'utf8').catch(() => '');
      return { ran, output };
    },
    async remove() {
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export const installPlan = (more: Partial<InstallPlan>): InstallPlan => ({
  command: 'true',
  manifests: [],
  scope: 'manifests',
  network: false,
  timeoutMs: 60_000,
  env: {},
  environment: [],
  ...more,
});

/** The changes between two commits, as the repository's adapter would give them. */
export const changesBetween = (fixture: Fixture, from: string, to: string): TreeChange[] => {
  const fields = fixture
    .git('diff-tree', '-r', '-z', '--no-renames', '--raw', '--full-index', from, to)
    .split('\0');
  const changes: TreeChange[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = '', , blob = '', status = ''] = (fields[at] ?? '').split(' ');
    changes.push({ path: fields[at + 1] ?? '', mode, blob: status === 'D' ? null : blob });
  }
  return changes;
};
