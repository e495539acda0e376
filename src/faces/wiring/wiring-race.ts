import { execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
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
): Promise<RaceTools> => ({
  tools: await openTools(session, directory, signal),
  agents: await openAgentTools(signalOf(session, signal)),
});

/** What `hydra brief` says, for the prompt of every agent. */
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

const main = fileURLToPath(new URL('../cli/main.js', import.meta.url));

/** A process of its own that continues a race; it outlives this one. */
export const continueInBackground = (directory: string, id: string): number | undefined => {
  const words = [main, 'race', '--resume', id, '--repo', directory];
  const child = spawn(process.execPath, words, { detached: true, stdio: 'ignore' });
  child.unref();
  return child.pid;
};
