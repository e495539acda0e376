import { join } from 'node:path';
import { type Measured, measured, missing } from '../../core/domain/measured.ts';
import type { RawReport } from '../../core/domain/check/output-parser.ts';
import type { ToolSandbox } from '../ports/assessment.ts';
import type { Files } from '../ports/files.ts';
import type { Ran, Workspace } from '../ports/workspaces.ts';
import { InfrastructureError } from '../errors/user-error.ts';

const PROBE_MS = 60_000;
const TOOL_MS = 240_000;
const MAX_REPORT_BYTES = 64 * 1024 * 1024;

/** For runs that do not use the machine's programs. */
export const closedSandbox = (why: string): ToolSandbox => ({
  lacks: async () => why,
  run: async () => missing('not-configured', why),
  dispose: async () => undefined,
});

const endedBy = (ran: Exclude<Ran, { status: 'exited' }>): string => {
  if (ran.status === 'timed-out') return `it was stopped after ${ran.timeoutMs / 1000} s`;
  return ran.status === 'killed' ? `it was killed by ${ran.signal}` : `it did not start: ${ran.reason}`;
};

type Output = { readonly stdout: string; readonly stderr: string; readonly exitCode: number };

const runIn = async (
  files: Files,
  workspace: Workspace,
  command: string,
  timeoutMs: number,
): Promise<Measured<Output>> => {
  const folder = await files.makeFolder('assess');
  const [stdoutFile, stderrFile] = [join(folder, 'stdout'), join(folder, 'stderr')];
  try {
    const reportDir = join(folder, 'report');
    const job = { command, env: {}, timeoutMs, network: false, stdoutFile, stderrFile, reportDir };
    const ran = await workspace.run(job);
    if (ran.status !== 'exited') return missing('not-configured', endedBy(ran));
    const [out, err] = [
      await files.readBounded(stdoutFile, MAX_REPORT_BYTES),
      await files.readBounded(stderrFile, MAX_REPORT_BYTES),
    ];
    if (out?.truncated) return missing('not-configured', 'it printed too much');
    return measured({ stdout: out?.text ?? '', stderr: err?.text ?? '', exitCode: ran.exitCode });
  } finally {
    await files.removeFolder(folder);
  }
};

const probeCommand = (programs: readonly string[]): string =>
  programs
    .map((name) =>
      name.includes('/') ? `[ -f ${name} ] && echo ${name}` : `command -v ${name} >/dev/null && echo ${name}`,
    )
    .concat('true')
    .join('\n');

/** One workspace for all tools of one assessment, created on first use. */
export const openToolSandbox = (
  files: Files,
  open: () => Promise<Workspace>,
  programs: readonly string[],
): ToolSandbox => {
  let opening: Promise<Measured<Workspace>> | undefined;
  let probing: Promise<Measured<ReadonlySet<string>>> | undefined;
  const openOnce = async (): Promise<Measured<Workspace>> => {
    try {
      return measured(await open());
    } catch (error) {
      if (!(error instanceof InfrastructureError)) throw error;
      return missing('not-configured', `there is no sandbox for it: ${error.message}`);
    }
  };
  const workspace = () => (opening ??= openOnce());
  const probe = async (): Promise<Measured<ReadonlySet<string>>> => {
    const opened = await workspace();
    if (!opened.known) return opened;
    const output = await runIn(files, opened.value, probeCommand(programs), PROBE_MS);
    return output.known ? measured(new Set(output.value.stdout.split('\n'))) : output;
  };
  return {
    async lacks(program) {
      const found = await (probing ??= probe());
      if (!found.known) return found.reason;
      if (found.value.has(program)) return null;
      return program.includes('/') ? `there is no ${program} in the workspace` : `${program} is not on PATH`;
    },
    async run(command): Promise<Measured<RawReport>> {
      const opened = await workspace();
      if (!opened.known) return opened;
      const output = await runIn(files, opened.value, command, TOOL_MS);
      if (!output.known) return output;
      const { stdout, stderr, exitCode } = output.value;
      // Some print their report there, and all of them the reason for a missing one.
      const documents = [
        stdout.trim() === '' ? { name: 'stderr', text: stderr } : { name: 'stdout', text: stdout },
      ];
      return measured({ documents, exitCode, root: opened.value.root });
    },
    async dispose() {
      const opened = await opening;
      if (opened?.known) await opened.value.dispose();
    },
  };
};
