import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { SchemaFiles } from '../../../core/domain/check/schema-findings.ts';
import { findProgram } from '../workspaces/host/find-program.ts';
import type { Complaint } from './schema-checker.ts';

const TIMEOUT_MS = 60_000;
const MAX_OUTPUT = 1_000_000;
const MAX_COMPLAINTS = 200;

export type ProtobufTool = {
  readonly name: string;
  check(files: SchemaFiles): Promise<readonly Complaint[] | null>;
};

type Ran = { readonly code: number | null; readonly output: string };

const run = (program: string, words: readonly string[], cwd: string): Promise<Ran> =>
  new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd,
      env: { PATH: process.env['PATH'] ?? '', HOME: cwd, XDG_CACHE_HOME: cwd },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    let output = '';
    const take = (chunk: Buffer): void => {
      if (output.length < MAX_OUTPUT) output += chunk.toString('utf8');
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', () => resolve({ code: null, output }));
    child.on('close', (code) => resolve({ code, output }));
  });

/** `a/b.proto:3:1: message`, as both tools print it. */
const complaintsIn = (output: string): readonly Complaint[] =>
  output
    .split('\n')
    .flatMap((line) => {
      const [, path, place, message] = /^(?:\.\/)?([^:]+\.proto):(?:(\d+):\d+:)?\s*(.+)$/.exec(line) ?? [];
      if (path === undefined || message === undefined || /^warning:/i.test(message)) return [];
      return [{ path, message: place === undefined ? message : `${message} (line ${place})` }];
    })
    .slice(0, MAX_COMPLAINTS);

const wordsFor = (name: string, files: SchemaFiles): readonly string[] =>
  name === 'buf'
    ? ['build', '.', '-o', '/dev/null']
    : ['--proto_path=.', '--descriptor_set_out=/dev/null', ...[...files.keys()].map((path) => `./${path}`)];

/** Files in a separate folder: the tool sees nothing else of the repository, and runs no plug-in. */
const checkWith = (program: string, name: string) => async (files: SchemaFiles) => {
  if (files.size === 0) return [];
  const folder = await mkdtemp(join(tmpdir(), 'hydra-protobuf-'));
  try {
    for (const [path, text] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const { code, output } = await run(program, wordsFor(name, files), folder);
    if (code === 0) return [];
    const found = complaintsIn(output);
    return code === null || found.length === 0 ? null : found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** buf or protoc from the user's PATH; null if there is neither. */
export const findProtobufTool = async (): Promise<ProtobufTool | null> => {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  for (const name of ['buf', 'protoc']) {
    const program = await findProgram(name, folders);
    if (program !== null) return { name, check: checkWith(program, name) };
  }
  return null;
};
