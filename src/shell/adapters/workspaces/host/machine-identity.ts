import { createHash } from 'node:crypto';
import { release } from 'node:os';
import { findSystemProgram } from './find-program.ts';
import { findSecrets, hostOf, type HostPlaces } from './find-secrets.ts';
import { findToolchains } from './find-toolchains.ts';
import { identityOf, toolVersions } from './tool-versions.ts';

const SANDBOX_PROGRAMS = ['bwrap', 'unshare'];

/** Changes with the tools on PATH, with what sandboxes are made of, and with the user; nothing is started. */
export const identifyMachine = async (places: HostPlaces): Promise<string> => {
  const toolchains = await findToolchains(hostOf(places).environment, await findSecrets(places));
  const sandbox = await Promise.all(
    SANDBOX_PROGRAMS.map(async (name) => {
      const found = await findSystemProgram(name);
      return found === null ? null : identityOf(found);
    }),
  );
  const parts = [await toolVersions(toolchains), sandbox, release(), process.getuid?.() ?? null];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
};
