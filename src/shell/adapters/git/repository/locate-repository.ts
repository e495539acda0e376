import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UserError } from '../../../errors/user-error.ts';
import { userEnvironment } from './git-environment.ts';
import { type GitCall, mustGit, runGit, sentence } from './run-git.ts';

/** Absolute paths of the parts of one repository. */
export type Places = {
  /** Top of the work tree; the git directory itself if the repository is bare. */
  readonly root: string;
  readonly bare: boolean;
  /** The git directory of this work tree, and the one shared by all linked work trees. */
  readonly gitDir: string;
  readonly commonDir: string;
  readonly objectFormat: 'sha1' | 'sha256';
};

const refuse = (directory: string, stderr: string): UserError => {
  if (stderr.includes('dubious ownership')) {
    return new UserError(
      'foreign-repository',
      `git refuses ${directory}: it belongs to another user.`,
      `If you trust it: git config --global --add safe.directory '${directory}'`,
    );
  }
  if (stderr.includes('not a git repository')) {
    return new UserError(
      'not-a-repository',
      `${directory} is not in a git repository.`,
      'Change into one, give one with --repo DIR, or create one: git init && git add -A && git commit',
    );
  }
  return new UserError(
    'unreadable-repository',
    `git cannot read the repository at ${directory}: ${sentence(stderr)}`,
    'Check that `git status` works there.',
  );
};

const requireDirectory = async (directory: string): Promise<void> => {
  const found = await stat(directory).catch(() => null);
  if (found?.isDirectory()) return;
  throw new UserError(
    'not-a-repository',
    `${directory} is not a folder.`,
    'Give a git repository with --repo DIR.',
  );
};

const withoutLastNewline = (text: Buffer): string => text.toString('utf8').replace(/\n$/, '');

const WHAT = ['--is-bare-repository', '--is-inside-work-tree', '--show-object-format'];
const WHERE = ['--path-format=absolute', '--git-dir', '--git-common-dir', '--show-toplevel'];

const formatOf = (answer: string | undefined): Places['objectFormat'] =>
  answer === 'sha256' ? 'sha256' : 'sha1';

type Ask = Pick<GitCall, 'cwd' | 'env'>;

/** Everything in one call, as long as no path contains a newline and there is a work tree. */
const locateAtOnce = async (ask: Ask): Promise<Places | null> => {
  const { code, stdout } = await runGit({ ...ask, args: ['rev-parse', ...WHAT, ...WHERE] });
  const lines = withoutLastNewline(stdout).split('\n');
  const [bare, inWorkTree, format, gitDir, commonDir, top] = lines;
  if (code !== 0 || lines.length !== WHAT.length + 3 || bare === 'true' || inWorkTree !== 'true') return null;
  return { root: top!, bare: false, gitDir: gitDir!, commonDir: commonDir!, objectFormat: formatOf(format) };
};

/** One path per call: a path may contain a newline. */
const locateByParts = async (ask: Ask): Promise<Places> => {
  const asked = await runGit({ ...ask, args: ['rev-parse', ...WHAT] });
  if (asked.code !== 0) throw refuse(ask.cwd, asked.stderr);
  const [bare, inWorkTree, format] = asked.stdout.toString('utf8').split('\n');
  const path = async (...args: string[]) =>
    withoutLastNewline(await mustGit({ ...ask, args: ['rev-parse', '--path-format=absolute', ...args] }));
  const [gitDir, commonDir] = await Promise.all([path('--git-dir'), path('--git-common-dir')]);
  if (bare !== 'true' && inWorkTree !== 'true') {
    throw new UserError(
      'not-a-repository',
      `${ask.cwd} is inside a git directory, not in a work tree.`,
      'Change into the work tree, or give it with --repo DIR.',
    );
  }
  return {
    root: bare === 'true' ? gitDir : await path('--show-toplevel'),
    bare: bare === 'true',
    gitDir,
    commonDir,
    objectFormat: formatOf(format),
  };
};

/** Located as the user's own git does it, so that `safe.directory` is respected; later calls name the git directory. */
export const locateRepository = async (directory: string): Promise<Places> => {
  const cwd = resolve(directory);
  await requireDirectory(cwd);
  const ask = { cwd, env: userEnvironment() };
  return (await locateAtOnce(ask)) ?? (await locateByParts(ask));
};

/** A repository without a commit has nothing to compare with. */
export const requireCommits = async (places: Places): Promise<void> => {
  const ask = { cwd: places.gitDir, env: { ...userEnvironment(), GIT_DIR: places.gitDir } };
  const head = await runGit({ ...ask, args: ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'] });
  if (head.code === 0) return;
  const any = await runGit({ ...ask, args: ['rev-list', '--all', '--max-count=1'] });
  if (any.code === 0 && any.stdout.length > 0) return;
  throw new UserError(
    'no-commits',
    `The repository at ${places.root} has no commit yet.`,
    'Create a commit: git add -A && git commit',
  );
};
