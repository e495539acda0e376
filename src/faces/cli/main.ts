#!/usr/bin/env node
import { ENGINE_VERSION } from '../../core/engine-version.ts';

const words = process.argv.slice(2);

if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
  process.stdout.write(`${ENGINE_VERSION}\n`);
} else {
  const { runCli } = await import('./run-cli.ts');
  process.exitCode = await runCli(words);
}
