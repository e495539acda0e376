import { devNull } from 'node:os';
import { InfrastructureError } from '../../../errors/user-error.ts';
import { runTool } from '../host/run-tool.ts';

/** Neither the user's nor the system's configuration may change what a checkout contains. */
const HYGIENE = {
  'core.hooksPath': devNull,
  'core.fsmonitor': 'false',
  'core.autocrlf': 'false',
  'core.symlinks': 'true',
  'core.fileMode': 'true',
  'core.logAllRefUpdates': 'false',
  'core.protectNTFS': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'protocol.version': '2',
  'protocol.allow': 'never',
  'protocol.file.allow': 'always',
  'submodule.recurse': 'false',
  'transfer.bundleURI': 'false',
  'advice.detachedHead': 'false',
} as const;

const FLAGS = Object.entries(HYGIENE).flatMap(([key, value]) => ['-c', `${key}=${value}`]);

/** `globalConfig` is a file of ours: the serving side of a local fetch does not see `-c` flags. */
export const cleanGit =
  (git: string, globalConfig: string) =>
  async (cwd: string, args: readonly string[]): Promise<Buffer> => {
    const result = await runTool(git, [...FLAGS, ...args], {
      cwd,
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        LC_ALL: 'C',
        HOME: '/nonexistent',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: globalConfig,
        GIT_ATTR_NOSYSTEM: '1',
        GIT_TERMINAL_PROMPT: '0',
        GIT_NO_LAZY_FETCH: '1',
        GIT_CEILING_DIRECTORIES: cwd,
      },
    });
    if (result.ok) return result.stdout;
    throw new InfrastructureError(
      'checkout-failed',
      `git ${args[0] ?? ''} failed while the base was checked out: ${result.problem}`,
      'Check that the repository is whole (git fsck) and that there is space in the cache folder.',
    );
  };

export type CleanGit = ReturnType<typeof cleanGit>;
