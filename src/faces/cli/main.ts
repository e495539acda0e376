#!/usr/bin/env node
import { ENGINE_VERSION } from '../../core/domain/run/engine-version.ts';

const words = process.argv.slice(2);

if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
  process.stdout.write(`${ENGINE_VERSION}\n`);
} else {
  try {
    const { runCli } = await import('./run-cli.ts');
    process.exitCode = await runCli(words);
  } catch (error) {
    // The program itself could not be read, so none of it can report that.
    if ((error as NodeJS.ErrnoException).code !== 'EMFILE') throw error;
    process.stderr.write('error Too many files are open\nhint  Raise the limit (`ulimit -n 4096`).\n');
    process.exitCode = 3;
  }
}
