import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import { constants, Script } from 'node:vm';
import type { runCli } from './run-cli.ts';

/** All of the command line in one file. The build puts this module in the place of run-cli.ts. */
const PROGRAM = new URL('./program.cjs', import.meta.url);
const COMMAND = /^[a-z]{1,20}$/;
const DIGEST_BYTES = 32;

/**
 * What V8 had to compile for this command in an earlier process, with this version and these options of Node. It is
 * beside the program: who can write there can change the program as well.
 */
const compiledFor = (command: string): string =>
  fileURLToPath(new URL(`program-${command}-${cachedDataVersionTag()}.v8`, PROGRAM));

/** V8 itself compares only the program's length. */
const digestOf = (source: string, code: Uint8Array): Buffer =>
  createHash('sha256').update(source).update(code).digest();

/** Nothing: none yet, one of another program, or a damaged one. */
const readCompiled = (file: string, source: string): { readonly cachedData?: Buffer } => {
  try {
    const bytes = readFileSync(file);
    const cachedData = bytes.subarray(DIGEST_BYTES);
    return digestOf(source, cachedData).equals(bytes.subarray(0, DIGEST_BYTES)) ? { cachedData } : {};
  } catch {
    return {};
  }
};

/** Where the program belongs to somebody else, every process compiles it. */
const keepCompiled = (file: string, source: string, code: Uint8Array): void => {
  const making = `${file}.${process.pid}`;
  try {
    writeFileSync(making, Buffer.concat([digestOf(source, code), code]), { flag: 'wx' });
    renameSync(making, file);
  } catch {
    rmSync(making, { force: true });
  }
};

export const runCompiled: typeof runCli = async (words) => {
  const command = words[0] ?? '';
  const file = COMMAND.test(command) ? compiledFor(command) : null;
  const source = `(function (exports, require, module, programUrl) {${readFileSync(PROGRAM, 'utf8')}\n})`;
  const known = file === null ? {} : readCompiled(file, source);
  const script = new Script(source, {
    filename: fileURLToPath(PROGRAM),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...known,
  });
  const program: { exports: { runCli?: typeof runCli } } = { exports: {} };
  script.runInThisContext()(program.exports, createRequire(PROGRAM), program, PROGRAM.href);
  const exitCode = await program.exports.runCli!(words);
  const compiled = known.cachedData !== undefined && script.cachedDataRejected !== true;
  // Only a known command ends well.
  if (file !== null && exitCode === 0 && !compiled) keepCompiled(file, source, script.createCachedData());
  return exitCode;
};
