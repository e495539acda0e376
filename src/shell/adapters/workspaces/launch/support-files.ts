import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { copyHarmlessEtc, etcIdentity } from './harmless-etc.ts';
import { type Whereabouts, USUAL } from './places.ts';
import { newFolder, publishFolder, touchFolder } from '../tree/publish-folder.ts';
import type { RegistryFile } from '../host/registry-settings.ts';

/** One user, and no other accounts of the real machine. */
const accountFiles = ({ user, home, host }: Whereabouts): readonly (readonly [string, string])[] => [
  [
    'passwd',
    `${user}:x:1000:1000:${user}:${home}:/bin/sh\nnobody:x:65534:65534:nobody:/:/usr/sbin/nologin\n`,
  ],
  ['group', `${user}:x:1000:\nnogroup:x:65534:\n`],
  ['hosts', `127.0.0.1 localhost ${host}\n::1 localhost\n`],
];

/** The same for other surroundings, to be shown over the usual ones. */
export const accountsOf = async (
  folder: string,
  surroundings: Whereabouts,
): Promise<readonly (readonly [string, string])[]> =>
  Promise.all(
    accountFiles(surroundings).map(async ([name, text]) => {
      const path = join(folder, `other-${name}`);
      await writeFile(path, text, { mode: 0o644 });
      return [path, `/etc/${name}`] as const;
    }),
  );

/** The serving side of a local fetch reads this file; the user has already chosen to trust the repository. */
const GITCONFIG = '[safe]\n\tdirectory = *\n';

const contents = (settings: readonly RegistryFile[]): readonly Text[] => [
  ...accountFiles(USUAL).map(([name, text]) => [`etc/${name}`, text] as const),
  ['etc/resolv.conf', ''],
  // Empty, so that a run on another date can show its own in its place.
  ['etc/ld.so.preload', ''],
  ['gitconfig', GITCONFIG],
  ...settings.map(({ at, harmless }) => [isAbsolute(at) ? at.slice(1) : join('home', at), harmless] as const),
];

type Text = readonly [path: string, text: string];

/** A folder that is written once and found by its content. */
export const ensureFolder = async (
  cacheDir: string,
  identity: unknown,
  write: (folder: string) => Promise<void>,
): Promise<string> => {
  const digest = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
  const target = join(cacheDir, 'support', digest);
  if (await touchFolder(target)) return target;
  const making = await newFolder(join(cacheDir, 'making'), 'support');
  await write(making);
  await publishFolder(making, target);
  return target;
};

const writeTexts = async (folder: string, files: readonly Text[]): Promise<void> => {
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text, { mode: 0o644 });
  }
};

/** The system and user settings that every sandbox shows. */
export const ensureSupportFiles = async (
  cacheDir: string,
  settings: readonly RegistryFile[],
  certificates: readonly string[],
): Promise<string> => {
  const files = contents(settings);
  const more = certificates.filter((path) => path.startsWith('/etc/'));
  return ensureFolder(cacheDir, [files, more, await etcIdentity()], async (folder) => {
    await Promise.all([mkdir(join(folder, 'home')), mkdir(join(folder, 'etc'))]);
    await copyHarmlessEtc(join(folder, 'etc'), more);
    await writeTexts(folder, files);
  });
};

/** The settings of our own git if there is no sandbox. */
export const ensureGitSettings = async (cacheDir: string): Promise<string> => {
  const files: readonly Text[] = [['gitconfig', GITCONFIG]];
  return join(await ensureFolder(cacheDir, files, (folder) => writeTexts(folder, files)), 'gitconfig');
};
