import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ownEnvironment } from './own-environment.ts';

const main = fileURLToPath(new URL('../../dist/faces/cli/main.js', import.meta.url));

export type HydraRun = { readonly code: number | null; readonly stdout: string; readonly stderr: string };
export type HydraOptions = {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
};

/** The command line as a person uses it. */
export const runHydra = (
  words: readonly string[],
  { cwd, input, env }: HydraOptions = {},
): Promise<HydraRun> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, ...words], {
      cwd,
      env: { ...ownEnvironment(), NO_COLOR: '1', COLUMNS: '120', ...env },
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    child.stdin.end(input ?? '');
  });
