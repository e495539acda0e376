import { spawn } from 'node:child_process';
import type { PullRequest, PullRequests } from '../../../ports/pull-requests.ts';
import { InfrastructureError, UserError } from '../../../errors/user-error.ts';
import { userEnvironment } from './git-environment.ts';
import { locateRepository, type Places } from './locate-repository.ts';
import { requireIdentity } from '../merge/merge-candidate.ts';
import { openObjectStore } from '../objects/object-store.ts';
import { runGit, sentence } from './run-git.ts';
import { transferObjects } from '../objects/transfer-objects.ts';
import { type UserGit, userGit } from './user-git.ts';

const TIMEOUT_MS = 120_000;
const MOST_CHARS = 20_000;
/** A push needs protocols, but none that names a program. */
const TO_PUSH = ['-c', 'protocol.allow=user', '-c', 'protocol.ext.allow=never'];

type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** `gh` with the user's own environment, since the user opens the pull request. */
const runGh = (cwd: string, args: readonly string[], input = ''): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn('gh', [...args], { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
    // A timeout of `spawn` itself would keep us alive if there is no such program.
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
    const end = (ended: Ended): void => {
      clearTimeout(timer);
      resolve(ended);
    };
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout = (stdout + String(chunk)).slice(-MOST_CHARS)));
    child.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + String(chunk)).slice(-MOST_CHARS)));
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => end({ code: null, stdout: '', stderr: error.message }));
    child.on('close', (code) => end({ code, stdout, stderr }));
    child.stdin.end(input);
  });

const requireGh = async (cwd: string): Promise<void> => {
  if ((await runGh(cwd, ['--version'])).code === 0) return;
  throw new UserError(
    'no-gh',
    'The program gh is not installed or does not work.',
    'Install it: cli.github.com',
  );
};

const requireRemote = async (user: UserGit, remote: string): Promise<void> => {
  if ((await user.run(['remote', 'get-url', remote])).code === 0) return;
  throw new UserError('no-remote', `The repository has no remote ${remote}.`, 'git remote add origin URL');
};

const refuseTaken = async (user: UserGit, ref: string): Promise<void> => {
  if ((await user.run(['rev-parse', '--verify', '--quiet', ref])).code !== 0) return;
  throw new UserError(
    'branch-exists',
    `The branch ${ref} already exists.`,
    'Check whether it has already been promoted.',
  );
};

const makeCommit = async (user: UserGit, { tree, base, message }: PullRequest): Promise<string> => {
  const made = await user.run(['commit-tree', tree, '-p', base.commit, '-F', '-'], `${message}\n`);
  if (made.code === 0) return made.stdout.toString('utf8').trim();
  throw new InfrastructureError(
    'git-failed',
    `git commit-tree failed: ${sentence(made.stderr)}`,
    'git fsck?',
  );
};

/** Keys and helpers are found through variables of many names; those that redirect git are left out. */
const pushEnvironment = (gitDir: string): Record<string, string> => {
  const kept = Object.entries(process.env).filter(([name]) => !/^GIT_(?!SSH|ASKPASS)/.test(name));
  return { ...(Object.fromEntries(kept) as Record<string, string>), ...userEnvironment(), GIT_DIR: gitDir };
};

const push = async ({ gitDir }: Places, remote: string, ref: string): Promise<void> => {
  const args = [...TO_PUSH, 'push', '--quiet', remote, `${ref}:${ref}`];
  const pushed = await runGit({ args, cwd: gitDir, env: pushEnvironment(gitDir) });
  if (pushed.code === 0) return;
  throw new InfrastructureError(
    'push-failed',
    `The branch could not be pushed: ${sentence(pushed.stderr)}`,
    `The branch ${ref} exists locally. Push it by hand, or delete it and try again.`,
  );
};

const create = async (cwd: string, request: PullRequest): Promise<string> => {
  const base = request.base.branch?.replace('refs/heads/', '') ?? request.base.ref;
  const words = ['pr', 'create', '--base', base, '--head', request.branch, '--title', request.title];
  const made = await runGh(cwd, [...words, '--body-file', '-'], request.body);
  if (made.code === 0) return made.stdout.trim().split('\n').at(-1) ?? '';
  throw new InfrastructureError(
    'gh-failed',
    `gh could not open the pull request: ${sentence(made.stderr)}`,
    `The branch ${request.branch} is pushed; open the pull request by hand.`,
  );
};

const open = async (places: Places, request: PullRequest) => {
  const user = userGit(places.gitDir, places.gitDir);
  const ref = `refs/heads/${request.branch}`;
  await requireGh(places.root);
  await requireRemote(user, request.remote);
  await requireIdentity(places.gitDir);
  await refuseTaken(user, ref);
  await transferObjects(await openObjectStore(places), user, request.tree, request.base.tree);
  const commit = await makeCommit(user, request);
  // The empty old value: an existing branch of this name is never moved.
  await user.must(['update-ref', '-m', 'hydra compare', ref, commit, '']);
  await push(places, request.remote, ref);
  return { commit, url: await create(places.root, request) };
};

/** Pull requests of the repository that contains `directory`, by git and `gh`. */
export const openPullRequests = async (directory: string): Promise<PullRequests> => {
  const places = await locateRepository(directory);
  return { open: (request) => open(places, request) };
};
