import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import type { AgentPrograms, ProgramErrand, ProgramRan } from '../../ports/agent-program.ts';
import { findProgram } from '../workspaces/host/find-program.ts';
import { readEnds } from './read-ends.ts';

const MOST_OUTPUT_BYTES = 32 * 1024 * 1024;
const MOST_ERROR_BYTES = 64 * 1024;
const MOST_USAGE_BYTES = 64 * 1024;

type Environment = Readonly<Record<string, string | undefined>>;

const runInside = async ({ workspace, prompt, ...job }: ProgramErrand): Promise<ProgramRan> => {
  const folder = await mkdtemp(join(tmpdir(), 'hydra-agent-'));
  try {
    const [reportDir, out, err] = ['report', 'out.log', 'err.log'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await mkdir(reportDir);
    await writeFile(join(reportDir, 'prompt.md'), prompt);
    const ran = await workspace.run({ ...job, stdoutFile: out, stderrFile: err, reportDir });
    const [stdout, stderr, usage] = await Promise.all([
      readEnds(out, MOST_OUTPUT_BYTES),
      readEnds(err, MOST_ERROR_BYTES),
      readEnds(join(reportDir, 'usage.json'), MOST_USAGE_BYTES),
    ]);
    return { ran, stdout, stderr, usage: usage.text };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
};

/** Programs of the user's own as agents, always in the sandbox of their workspace. */
export const openAgentPrograms = (environment: Environment): AgentPrograms => ({
  has: async (program) => {
    const folders = isAbsolute(program) ? [dirname(program)] : (environment['PATH'] ?? '').split(delimiter);
    return !program.includes('\0') && (await findProgram(basename(program), folders)) !== null;
  },
  run: runInside,
  readEnvironment: (names) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = environment[name];
        return value === undefined || value === '' ? [] : [[name, value] as const];
      }),
    ),
});
