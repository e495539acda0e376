import { cleanEnvironment } from './git-environment.ts';
import type { Places } from './locate-repository.ts';
import { type GitRun, mustGit, runGit } from './run-git.ts';

/** Queries about the refs and history of the user's repository; never a write. */
export type AskRepository = {
  run(args: readonly string[]): Promise<GitRun>;
  must(args: readonly string[]): Promise<string>;
};

export const askRepository = (places: Places): AskRepository => {
  // In the git directory, so that an argument is not mistaken for a file of the work tree.
  const call = { cwd: places.gitDir, env: { ...cleanEnvironment(), GIT_DIR: places.gitDir } };
  return {
    run: (args) => runGit({ ...call, args }),
    must: async (args) => (await mustGit({ ...call, args })).toString('utf8'),
  };
};
