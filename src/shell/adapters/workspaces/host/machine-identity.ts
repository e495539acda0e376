import { createHash } from 'node:crypto';
import { release } from 'node:os';
import { findProgram, findSystemProgram } from './find-program.ts';
import { findSecrets, hostOf, type HostPlaces } from './find-secrets.ts';
import { findToolchains, type Toolchains } from './find-toolchains.ts';
import { identityOf, toolIdentities } from './tool-versions.ts';

const SANDBOX_PROGRAMS = ['bwrap', 'unshare'];

const toolchainsOf = async (places: HostPlaces): Promise<Toolchains> =>
  findToolchains(hostOf(places).environment, await findSecrets(places));

/** Versions of these programs, as commands would find them; absent: all known programs. */
export const identifyPrograms = async (
  places: HostPlaces,
  programs?: readonly string[],
): Promise<Readonly<Record<string, string>>> => toolIdentities(await toolchainsOf(places), programs);

/** Whether commands would find a program. */
export const hasProgram = async (places: HostPlaces, name: string): Promise<boolean> =>
  (await findProgram(name, (await toolchainsOf(places)).path)) !== null;

/** Changes with the parts that sandboxes are made of, and with the user; starts no program. */
export const identifyMachine = async (): Promise<string> => {
  const sandbox = await Promise.all(
    SANDBOX_PROGRAMS.map(async (name) => {
      const found = await findSystemProgram(name);
      return found === null ? null : identityOf(found);
    }),
  );
  const parts = [process.platform, process.arch, sandbox, release(), process.getuid?.() ?? null];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
};
