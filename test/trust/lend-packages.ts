import { mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Lent = {
  /** Links a runner of this repository's own packages into a workspace. */
  readonly install: (name: string, program: string) => string;
  readonly giveBack: () => Promise<void>;
};

/**
 * Lets sandboxes see this repository's packages, read-only: they show what links in folders of PATH lead to.
 * So the runners are those of the lockfile, and nothing is fetched or copied.
 */
export const lendPackages = async (): Promise<Lent> => {
  const packages = await realpath(fileURLToPath(new URL('../../node_modules', import.meta.url)));
  const folder = await mkdtemp(join(tmpdir(), 'hydra-lent-'));
  await symlink(join(packages, '.package-lock.json'), join(folder, 'packages'));
  const path = process.env['PATH'];
  process.env['PATH'] = `${folder}:${path}`;
  return {
    install: (name, program) =>
      `mkdir -p node_modules/.bin && ln -s ${packages}/${name} node_modules/ && ln -s ../${name}/${program} node_modules/.bin/${name}`,
    giveBack: async () => {
      process.env['PATH'] = path;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
