import { userEnvironment } from './git-environment.ts';
import { type GitCall, type GitRun, mustGit, runGit } from './run-git.ts';

const AS_CONFIGURED = [
  '-c',
  'user.useConfigOnly=true',
  '-c',
  'commit.gpgSign=false',
  '-c',
  'advice.detachedHead=false',
];

/** git as the user would run it in this folder: their identity and filters, but no hooks and no signing. */
export type UserGit = {
  run(args: readonly string[], stdin?: Uint8Array | string): Promise<GitRun>;
  must(args: readonly string[], stdin?: Uint8Array | string): Promise<string>;
};

/** `gitDir` null: the work tree at `cwd`, with its own index. */
export const userGit = (
  cwd: string,
  gitDir: string | null,
  variables: Readonly<Record<string, string>> = {},
): UserGit => {
  const call = (args: readonly string[], stdin?: Uint8Array | string): GitCall => ({
    args: [...AS_CONFIGURED, ...args],
    cwd,
    env: { ...userEnvironment(), ...(gitDir === null ? {} : { GIT_DIR: gitDir }), ...variables },
    ...(stdin === undefined ? {} : { stdin }),
  });
  return {
    run: (args, stdin) => runGit(call(args, stdin)),
    must: async (args, stdin) => (await mustGit(call(args, stdin))).toString('utf8'),
  };
};
