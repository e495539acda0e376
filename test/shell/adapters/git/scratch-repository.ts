import { execFileSync } from 'node:child_process';
import { appendFile, chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openGitRepository } from '../../../../src/shell/adapters/git/repository/git-repository.ts';
import type { Base, GitRepository, ImportedCandidate } from '../../../../src/shell/ports/git-repository.ts';

/** The configuration of the machine's user must not affect a test. */
process.env['GIT_CONFIG_GLOBAL'] = '/dev/null';
process.env['GIT_CONFIG_NOSYSTEM'] = '1';

export type Content = string | Uint8Array | { readonly link: string } | { readonly program: string };
export type Files = Readonly<Record<string, Content>>;

const made: string[] = [];

export const scratchFolder = async (): Promise<string> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'hydra-git-')));
  made.push(folder);
  return folder;
};

export const removeScratch = async (): Promise<void> => {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
};

export const writeFiles = async (root: string, files: Files): Promise<void> => {
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, path);
    await mkdir(dirname(file), { recursive: true }).catch(async () => {
      // A file where a folder must be.
      await rm(dirname(file), { force: true });
      await mkdir(dirname(file), { recursive: true });
    });
    await rm(file, { recursive: true, force: true });
    if (typeof content === 'string' || content instanceof Uint8Array) await writeFile(file, content);
    else if ('link' in content) await symlink(content.link, file);
    else {
      await writeFile(file, content.program);
      await chmod(file, 0o755);
    }
  }
};

export const gitBytes = (root: string, args: readonly string[], input?: Uint8Array | string): Buffer =>
  execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
    maxBuffer: 1 << 28,
    ...(input === undefined ? {} : { input }),
  });

export const gitIn =
  (root: string) =>
  (args: readonly string[], input?: Uint8Array | string): string =>
    gitBytes(root, args, input).toString('utf8');

export type Scratch = {
  readonly root: string;
  readonly git: ReturnType<typeof gitIn>;
  write(files: Files): Promise<void>;
  /** Commits everything and returns the commit's id. */
  commit(files?: Files): Promise<string>;
  open(): Promise<GitRepository>;
};

export const scratchRepository = async (files: Files, options: readonly string[] = []): Promise<Scratch> => {
  const root = await scratchFolder();
  const git = gitIn(root);
  git(['init', '-q', '--template=', '-b', 'main', ...options]);
  await appendFile(join(root, '.git/config'), '[user]\n\tname = Test\n\temail = test@example.com\n');
  const scratch: Scratch = {
    root,
    git,
    write: (more) => writeFiles(root, more),
    commit: async (more = {}) => {
      await writeFiles(root, more);
      git(['add', '-A', '.']);
      git(['commit', '-q', '--allow-empty', '-m', 'a commit']);
      return git(['rev-parse', 'HEAD']).trim();
    },
    open: () => openGitRepository(root),
  };
  await scratch.commit(files);
  return scratch;
};

/** Imports a patch given as text, through a file as a user would. */
export const importText = async (
  repository: GitRepository,
  base: Base,
  patch: string | Uint8Array,
): Promise<ImportedCandidate> => {
  const at = join(await scratchFolder(), 'candidate.patch');
  await writeFile(at, patch);
  return repository.importCandidate(base, { kind: 'patch', at });
};

export const accepted = (imported: ImportedCandidate) => {
  if (!imported.ok) throw new Error(`rejected: ${imported.reason}`);
  return imported;
};

export const reasonOf = (imported: ImportedCandidate): string =>
  imported.ok ? `accepted ${imported.tree}` : imported.reason;
