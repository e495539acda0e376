import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secrets } from '../host/bindable-folders.ts';
import { findGit } from '../host/find-git.ts';
import { findSystemProgram } from '../host/find-program.ts';
import { canTrace } from '../launch/trace-programs.ts';
import { findSecrets, hostOf, scratchOf } from '../host/find-secrets.ts';
import { findToolchains } from '../host/find-toolchains.ts';
import type { Host, Programs } from '../host/host.ts';
import { findRegistrySettings } from '../host/registry-settings.ts';
import { filesNamedBy, networkVariables } from '../launch/job-environment.ts';
import { createOrphanReaper } from '../launch/orphan-reaper.ts';
import { findDateLibrary } from '../launch/other-date.ts';
import { ensureSupportFiles } from '../launch/support-files.ts';
import { systemView } from '../launch/system-view.ts';
import { cleanGit } from '../tree/clean-git.ts';
import { chooseIsolation } from './choose-isolation.ts';
import type { Machine, WorkspacesOptions } from './machine.ts';
import type { LaunchParts } from './run-on-mount.ts';

const CLOSE_ON_EXEC = 0o2000000;
const OUR_OWN = 4;

/**
 * Descriptors that our parent left open for every child: an open folder would lead out of any sandbox.
 * Node guards only the first few.
 */
const leakedDescriptors = async (): Promise<readonly number[]> => {
  const names = await readdir('/proc/self/fd').catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const info = await readFile(`/proc/self/fdinfo/${name}`, 'utf8').catch(() => '');
      const flags = Number.parseInt(/^flags:\s*([0-7]+)/m.exec(info)?.[1] ?? '', 8);
      return Number.isNaN(flags) || (flags & CLOSE_ON_EXEC) !== 0 || Number(name) <= OUR_OWN
        ? []
        : [Number(name)];
    }),
  );
  return found.flat().sort((a, b) => a - b);
};

const findPrograms = async (): Promise<Programs> => {
  const strace = await findSystemProgram('strace');
  return {
    shell: '/bin/sh',
    bubblewrap: await findSystemProgram('bwrap'),
    unshare: await findSystemProgram('unshare'),
    strace: strace !== null && (await canTrace(strace)) ? strace : null,
    compiler: await findSystemProgram('cc'),
  };
};

const examineHost = async (options: WorkspacesOptions, secrets: Secrets): Promise<Host> => {
  const { environment } = hostOf(options);
  const toolchains = await findToolchains(environment, secrets);
  const settings = await findRegistrySettings(secrets.home);
  const certificates = filesNamedBy(networkVariables(environment, true));
  const support = await ensureSupportFiles(options.cacheDir, settings, certificates);
  return { environment, home: secrets.home, toolchains, settings, support };
};

/** Everything about this machine that is independent of the kind of sandbox. */
export const findLaunchParts = async (options: WorkspacesOptions, secrets: Secrets): Promise<LaunchParts> => {
  const host = await examineHost(options, secrets);
  const programs = await findPrograms();
  return {
    host,
    programs,
    otherDate: await findDateLibrary(options.cacheDir, programs.compiler),
    system: await systemView({ toolchains: host.toolchains, secrets, support: host.support }),
    reportersDir: options.reportersDir,
    given: { environment: options.environment, limits: options.limits ?? {} },
    leaked: await leakedDescriptors(),
    reaper: options.reaper ?? createOrphanReaper(),
    signal: options.signal,
  };
};

/** Finds out, once, what this machine can do and how much of it a sandbox may see. */
export const exploreMachine = async (options: WorkspacesOptions): Promise<Machine> => {
  const scratchDir = scratchOf(options);
  await Promise.all([options.cacheDir, scratchDir].map((folder) => mkdir(folder, { recursive: true })));
  const secrets = await findSecrets(options);
  const parts = await findLaunchParts(options, secrets);
  const { host, programs } = parts;
  const git = cleanGit(await findGit(host.environment['PATH'] ?? ''), join(host.support, 'gitconfig'));
  const { sandbox, run } = await chooseIsolation(parts, { ...options, hidden: secrets.hidden, scratchDir });
  return { host, programs, git, scratchDir, sandbox, run };
};
