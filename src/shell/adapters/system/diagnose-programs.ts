import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { LANGUAGES } from '../../../core/languages/languages.ts';
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
  ...LANGUAGES.flatMap(({ toolchain }) => toolchain.probes.map((probe) => ({ ...probe, needed: false }))),
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
