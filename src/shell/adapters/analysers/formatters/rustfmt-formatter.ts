import { spawnSync } from 'node:child_process';
import type { Formatter } from './formatter.ts';

const TIME_LIMIT_MS = 4_000;
const MAX_OUTPUT_BYTES = 16_000_000;

/** From the root folder and with an empty configuration home, so that no rustfmt.toml or toolchain file is found. */
const rustfmt = (args: readonly string[], input: string) =>
  spawnSync('rustfmt', args, {
    input,
    cwd: '/',
    env: { ...process.env, XDG_CONFIG_HOME: '/nonexistent' },
    encoding: 'utf8',
    timeout: TIME_LIMIT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_OUTPUT_BYTES,
  });

export const rustfmtFormatter: Formatter = {
  id: 'rustfmt',
  async load() {
    if (rustfmt(['--version'], '').status !== 0) return null;
    return (_path, text) => {
      const { status, signal, stdout } = rustfmt(['--edition', '2021', '--emit', 'stdout'], text);
      if (status !== 0) throw new Error(`rustfmt ended with ${signal ?? status}`);
      return stdout;
    };
  },
};
