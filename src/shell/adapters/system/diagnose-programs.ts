import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Diagnosis } from '../../ports/diagnosis.ts';

type Program = {
  readonly what: string;
  readonly command: readonly [string, ...string[]];
  readonly needed: boolean;
  readonly for: string;
};

const TIMEOUT_MS = 20_000;

const PROGRAMS: readonly Program[] = [
  { what: 'git', command: ['git', '--version'], needed: true, for: 'everything' },
  { what: 'npm', command: ['npm', '--version'], needed: false, for: 'js-node repositories' },
  { what: 'pnpm', command: ['pnpm', '--version'], needed: false, for: 'js-node repositories that use it' },
  { what: 'yarn', command: ['yarn', '--version'], needed: false, for: 'js-node repositories that use it' },
  { what: 'bun', command: ['bun', '--version'], needed: false, for: 'js-node repositories that use it' },
  { what: 'python', command: ['python3', '--version'], needed: false, for: 'python repositories' },
  { what: 'uv', command: ['uv', '--version'], needed: false, for: 'python repositories with uv.lock' },
  { what: 'cargo', command: ['cargo', '--version'], needed: false, for: 'rust repositories' },
  { what: 'rustfmt', command: ['rustfmt', '--version'], needed: false, for: 'formatter-aware churn of Rust' },
  { what: 'clippy', command: ['cargo', 'clippy', '--version'], needed: false, for: 'lint of Rust' },
  { what: 'go', command: ['go', 'version'], needed: false, for: 'go repositories' },
  { what: 'java', command: ['java', '-version'], needed: false, for: 'java repositories' },
  { what: 'maven', command: ['mvn', '--version'], needed: false, for: 'java-maven repositories' },
  {
    what: 'gradle',
    command: ['gradle', '--version'],
    needed: false,
    for: 'java-gradle repositories without a wrapper',
  },
];

const firstLine = (text: string): string =>
  text
    .split('\n')
    .find((line) => /\d/.test(line))
    ?.trim() ?? '';

const diagnose = async ({ what, command, needed, for: use }: Program): Promise<Diagnosis> => {
  const [program, ...words] = command;
  try {
    const { stdout, stderr } = await promisify(execFile)(program, words, { timeout: TIMEOUT_MS });
    const group = needed ? 'core' : 'toolchains';
    return { group, what, state: 'ok', detail: firstLine(`${stdout}\n${stderr}`), fix: '' };
  } catch {
    return needed
      ? {
          group: 'core',
          what,
          state: 'missing',
          detail: `needed for ${use}`,
          fix: `Install ${what} and put it on PATH.`,
        }
      : { group: 'toolchains', what, state: 'absent', detail: `only needed for ${use}`, fix: '' };
  }
};

/** Which programs this machine has, by asking each for its version. */
export const diagnosePrograms = async (): Promise<readonly Diagnosis[]> => [
  { group: 'core', what: 'node', state: 'ok', detail: process.version, fix: '' },
  ...(await Promise.all(PROGRAMS.map(diagnose))),
];
