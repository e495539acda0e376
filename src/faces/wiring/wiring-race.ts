import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ENGINE_VERSION } from '../../core/domain/run/engine-version.ts';
import { openRunStore } from '../../shell/adapters/store/runs/file-run-store.ts';
import { UserError } from '../../shell/errors/user-error.ts';
import { briefMarkdown } from '../../core/report/analysis/brief-markdown.ts';
import { buildBrief } from '../../shell/sources/build-brief.ts';
import type { RaceTools } from '../../shell/race/race-tools.ts';
import type { Session } from './session.ts';
import { openAgentTools, openTools, signalOf } from './wiring.ts';
import { openBriefTools } from './wiring-sources.ts';

const MOST_ISSUE_BYTES = 10 * 1024 * 1024;
const BRIEF_TOKENS = 1500;

export const openRaceTools = async (
  session: Session,
  directory: string,
  signal?: AbortSignal,
): Promise<RaceTools> => {
  const tools = await openTools(session, directory, signal);
  return {
    tools,
    agents: await openAgentTools(signalOf(session, signal)),
    openRounds: (race) => {
      const folder = join(tools.repository.root, '.hydra', 'rounds', race);
      return {
        store: openRunStore(folder, { engineVersion: ENGINE_VERSION }),
        remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
      };
    },
  };
};

/** The output of `hydra brief`, for the prompt of every agent. */
export const readBrief = async (session: Session, directory: string): Promise<string> => {
  const { brief } = await buildBrief(await openBriefTools(session, directory));
  return briefMarkdown(brief, BRIEF_TOKENS);
};

type Issue = { readonly title?: unknown; readonly body?: unknown };

/** Title and text of an issue, through `gh`, which knows the repository and the login. */
export const readIssue = async (directory: string, issue: string): Promise<string> => {
  try {
    const { stdout } = await promisify(execFile)('gh', ['issue', 'view', issue, '--json', 'title,body'], {
      cwd: directory,
      maxBuffer: MOST_ISSUE_BYTES,
    });
    const { title, body } = JSON.parse(stdout) as Issue;
    return [title, body].filter((text) => typeof text === 'string').join('\n\n');
  } catch (error) {
    const absent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new UserError(
      'race-issue',
      absent
        ? 'Reading an issue needs the program `gh`, which is not on the PATH.'
        : `Issue ${issue} cannot be read: ${String((error as { stderr?: string }).stderr ?? error)
            .trim()
            .slice(0, 300)}`,
      'Install and log in to gh, or save the text of the issue to a file and use --task FILE.',
    );
  }
};

/** The built program: next to the bundle that contains this file, or in the last build when run from source. */
const main = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? '../../../dist/faces/cli/main.js' : '../faces/cli/main.js',
    import.meta.url,
  ),
);

/** A separate process that continues a race and outlives this one. Its progress is in the race's trace. */
export const continueInBackground = async (
  directory: string,
  id: string,
  cut: 'restart' | 'lost' = 'restart',
): Promise<number> => {
  const words = [main, 'race', '--resume', id, '--cut', cut, '--repo', directory];
  const child = spawn(process.execPath, words, { detached: true, stdio: 'ignore' });
  await once(child, 'spawn');
  child.unref();
  return child.pid ?? 0;
};
