import { spawn } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeTree } from '../../src/shell/adapters/workspaces/tree/remove-tree.ts';
import { ownEnvironment } from '../support/own-environment.ts';
import { BASE_TIME } from '../support/scratch-project.ts';
import { shareResults } from '../support/known-results.ts';
import { checkout } from './markdown.ts';

/** Who made which of the bundled patches, in the story of the pages. */
const MAKERS = { codex: 'fix-with-test', claude: 'fix-only', gemini: 'scope-creep' } as const;

export type Ran = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export type ScratchShop = {
  readonly folder: string;
  readonly root: string;
  readonly run: (file: string, words: readonly string[], cwd?: string) => Promise<Ran>;
  /** A script as a reader would type it, stopping at the first command that fails. */
  readonly sh: (script: string) => Promise<Ran>;
  readonly remove: () => Promise<void>;
};

const runIn =
  (cwd: string, env: NodeJS.ProcessEnv) =>
  (file: string, words: readonly string[], elsewhere?: string): Promise<Ran> =>
    new Promise((resolve, reject) => {
      const child = spawn(file, words, { cwd: elsewhere ?? cwd, env });
      let [stdout, stderr] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, stdout, stderr }));
    });

/** A small repository without hydra.toml, three patches next to it, and `hydra` on the path. */
export const openShop = async (): Promise<ScratchShop> => {
  const folder = await mkdtemp(join(tmpdir(), 'hydra-docs-'));
  const [root, patches, bin] = ['shop', 'patches', 'bin'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const example = join(checkout, 'examples/cart');
  await cp(join(example, 'base'), root, {
    recursive: true,
    filter: (source) => !source.endsWith('hydra.toml'),
  });
  await Promise.all([patches, bin].map((path) => mkdir(path)));
  for (const [maker, patch] of Object.entries(MAKERS))
    for (const ending of ['patch', 'json'])
      await cp(join(example, 'candidates', `${patch}.${ending}`), join(patches, `${maker}.${ending}`));
  const command = join(bin, 'hydra');
  await writeFile(
    command,
    `#!/bin/sh\nexec "${process.execPath}" "${checkout}/dist/faces/cli/main.js" "$@"\n`,
  );
  await chmod(command, 0o755);
  const run = runIn(root, {
    ...ownEnvironment(),
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    NO_COLOR: '1',
    HYDRA_CACHE_DIR: join(folder, 'cache'),
  });
  const sh = (script: string): Promise<Ran> => run('sh', ['-euc', script]);
  const made = await sh(
    [
      'git init --quiet --initial-branch=main',
      'git config user.name "Hydra tests"',
      'git config user.email tests@hydra.invalid',
      'git add --all',
      `${BASE_TIME} git commit --quiet --message "A shop"`,
    ].join('\n'),
  );
  if (made.code !== 0) throw new Error(made.stderr);
  await shareResults(root);
  return { folder, root, run, sh, remove: () => removeTree(folder) };
};
