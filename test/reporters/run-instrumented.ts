import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { instrumentCommand } from '../../src/core/commands/instrument-command.ts';
import { LANGUAGES } from '../../src/core/languages/languages.ts';
import { REPORTERS } from './run-reporter.ts';

const RUNNERS = LANGUAGES.flatMap(({ testRunners }) => testRunners);
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** A test command as Hydra runs it. */
export const asInstrumented = (command: string): string => instrumentCommand(command, RUNNERS)?.command ?? '';

type Run = {
  readonly command: string;
  readonly files: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
};

/** Runs a command in a fresh project; returns what its tests append to `../ran`. */
export const runInstrumented = ({ command, files, env = {} }: Run): string => {
  const folder = mkdtempSync(join(tmpdir(), 'hydra-instrumented-'));
  try {
    const root = join(folder, 'workspace');
    for (const made of [root, join(folder, 'reports')]) mkdirSync(made);
    for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
    symlinkSync(MODULES, join(root, 'node_modules'));
    const { stdout, stderr } = spawnSync('/bin/sh', ['-c', command], {
      cwd: root,
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        HYDRA_REPORT_DIR: join(folder, 'reports'),
        HYDRA_REPORTERS: REPORTERS,
        PYTHONDONTWRITEBYTECODE: '1',
        ...env,
      },
    });
    expect(stdout + stderr).not.toBe('');
    return readFileSync(join(folder, 'ran'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
};
