import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  lstat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type ScratchTree = {
  /** The root to patch; next to it is `outside`, which must stay as it is. */
  readonly root: string;
  readonly outside: string;
  readonly write: (files: Readonly<Record<string, string | Uint8Array>>) => Promise<void>;
  /** Each path with its content and permissions. */
  readonly look: (at?: string) => Promise<Readonly<Record<string, string>>>;
  readonly remove: () => Promise<void>;
};

const describe = async (at: string): Promise<string> => {
  const found = await lstat(at);
  const mode = (found.mode & 0o7777).toString(8);
  if (found.isSymbolicLink()) return `→ ${await readlink(at)}`;
  if (found.isDirectory()) return `folder ${mode}`;
  if (!found.isFile()) return 'special';
  return `${mode} ${(await readFile(at)).toString('latin1')}`;
};

export const makeTree = async (
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<ScratchTree> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'hydra-patch-test-')));
  const [root, outside] = [join(folder, 'root'), join(folder, 'outside')];
  await mkdir(root);
  await mkdir(outside);
  await writeFile(join(outside, 'secret'), 'secret\n');
  const write: ScratchTree['write'] = async (some) => {
    for (const [path, content] of Object.entries(some)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content);
    }
  };
  await write(files);
  return {
    root,
    outside,
    write,
    look: async (at = folder) => {
      const names = (await readdir(at, { recursive: true })).sort();
      const entries = names.map(async (name) => [name, await describe(join(at, name))] as const);
      return Object.fromEntries(await Promise.all(entries));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
