import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseIsolation } from './choose-isolation.ts';
import { cleanGit } from '../tree/clean-git.ts';
import { findGit } from '../host/find-git.ts';
import { findSystemProgram } from '../host/find-program.ts';
import { findSecrets, hostOf, scratchOf } from '../host/find-secrets.ts';
import { findToolchains } from '../host/find-toolchains.ts';
import { filesNamedBy, networkVariables } from '../launch/job-environment.ts';
import { leakedDescriptors } from '../host/leaked-descriptors.ts';
import type { Machine, Programs, WorkspacesOptions } from './machine.ts';
import { findRegistrySettings } from '../host/registry-settings.ts';
import { ensureSupportFiles } from '../launch/support-files.ts';
import { createOrphanReaper } from '../launch/orphan-reaper.ts';
import { systemView } from '../launch/system-view.ts';

const findPrograms = async (): Promise<Programs> => ({
  shell: '/bin/sh',
  bubblewrap: await findSystemProgram('bwrap'),
  unshare: await findSystemProgram('unshare'),
});

/** Finds out once what this machine can do and what of it a sandbox may see. */
export const exploreMachine = async (options: WorkspacesOptions): Promise<Machine> => {
  const { cacheDir } = options;
  const scratchDir = scratchOf(options);
  await Promise.all([cacheDir, scratchDir].map((folder) => mkdir(folder, { recursive: true })));
  const { environment } = hostOf(options);
  const secrets = await findSecrets(options);
  const toolchains = await findToolchains(environment, secrets);
  const settings = await findRegistrySettings(secrets.home);
  const certificates = filesNamedBy(networkVariables(environment, true));
  const support = await ensureSupportFiles(cacheDir, settings, certificates);
  const machine: Machine = {
    options,
    hostEnvironment: environment,
    scratchDir,
    home: secrets.home,
    isolation: { level: 'degraded', detail: 'not examined' },
    sandboxed: false,
    container: null,
    overlays: false,
    programs: await findPrograms(),
    git: cleanGit(await findGit(environment['PATH'] ?? ''), join(support, 'gitconfig')),
    toolchains,
    settings,
    support,
    system: await systemView({ toolchains, secrets, support }),
    leaked: await leakedDescriptors(),
    reaper: options.reaper ?? createOrphanReaper(),
  };
  return chooseIsolation(machine, secrets.hidden);
};
