import { execFile } from 'node:child_process';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { promisify } from 'node:util';
import { packageFolder } from './package-files.ts';

const examples = packageFolder('examples/compare');

/** A repository of one commit with a suite of tasks and four configurations. */
export const makeExampleExperiment = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'hydra-demo-'));
  await cp(examples, folder, { recursive: true });
  const git = (...words: string[]) => promisify(execFile)('git', words, { cwd: folder });
  await git('init', '--quiet', '--initial-branch=main');
  await git('config', 'user.name', 'Hydra demo');
  await git('config', 'user.email', 'demo@hydra.invalid');
  await git('add', '--all', '--force');
  await git('commit', '--quiet', '--message', 'Eight tasks, and four ways to tell an agent about its work');
  return folder;
};
