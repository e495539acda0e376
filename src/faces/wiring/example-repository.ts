import { execFile } from 'node:child_process';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { promisify } from 'node:util';
import { packageFolder } from './package-files.ts';

const examples = packageFolder('examples/cart');

/** The bundled patches, each with a note on how it was made. */
export const exampleCandidates = join(examples, 'candidates');

/** A real git repository of one commit, in a folder of its own. */
export const makeExampleRepository = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'hydra-demo-'));
  await cp(join(examples, 'base'), folder, { recursive: true });
  const git = (...words: string[]) => promisify(execFile)('git', words, { cwd: folder });
  await git('init', '--quiet', '--initial-branch=main');
  await git('config', 'user.name', 'Hydra demo');
  await git('config', 'user.email', 'demo@hydra.invalid');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'A shopping cart, with one failing test');
  return folder;
};
