import { shellQuote } from '../../../../core/domain/check/shell-quote.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { targetExists } from '../../system/path-kind.ts';

/** What a hostile command would try to reach, prepared on the host by the probe. */
export type Prey = {
  readonly homeFile: string | null;
  /** Reads the machine's accounts. */
  readonly accounts: string;
  readonly repository: string;
  readonly sibling: string;
  readonly cacheDir: string;
  readonly below: string;
  readonly victimPid: number;
  readonly isVictimAlive: () => boolean;
  readonly connect: string;
  readonly connections: () => number;
};

export type EscapeAttempt = {
  readonly what: string;
  readonly command: string;
  /** Checks the host afterwards: the command's exit code is not enough if the effect can be checked. */
  readonly didHarm?: () => Promise<boolean>;
};

/** Each command exits with 0 only if it got what it wanted. */
export const escapeAttempts = (prey: Prey): readonly EscapeAttempt[] => [
  {
    what: 'read a file in the home folder',
    command: prey.homeFile === null ? 'false' : `cat ${shellQuote(prey.homeFile)}`,
  },
  {
    what: "read the repository's real .git",
    command: `cat ${shellQuote(join(prey.repository, '.git', 'secret'))}`,
  },
  {
    what: "write into another candidate's workspace",
    command: `echo x > ${shellQuote(join(prey.sibling, 'x'))}`,
    didHarm: () => targetExists(join(prey.sibling, 'x')),
  },
  {
    what: 'write into the shared cache',
    command: `echo x > ${shellQuote(join(prey.cacheDir, 'x'))}`,
    didHarm: () => targetExists(join(prey.cacheDir, 'x')),
  },
  {
    what: "change the base's files for everybody",
    command: 'echo x >> below; false',
    didHarm: async () => (await readFile(prey.below, 'utf8')) !== 'yes\n',
  },
  {
    what: 'write to the system',
    command: 'touch /usr/hydra-probe || touch /etc/hydra-probe || mkdir /hydra-probe',
  },
  { what: 'read accounts and passwords', command: prey.accounts },
  { what: 'see other processes', command: 'test "$(ls -d /proc/[0-9]* | wc -l)" -gt 8' },
  {
    what: 'kill a process outside',
    command: `kill -KILL ${prey.victimPid}`,
    didHarm: () => Promise.resolve(!prey.isVictimAlive()),
  },
  {
    what: 'reach the network, or a service on this machine',
    command: prey.connect,
    didHarm: () => Promise.resolve(prey.connections() > 0),
  },
  {
    what: 'mount, remount or leave by a new namespace',
    command:
      'mount -o remount,rw,bind /usr || mount --bind /tmp /usr || mount -t tmpfs none /opt || unshare -Ur true',
  },
  /** Opens them for writing and writes nothing. */
  {
    what: 'change kernel settings',
    command:
      ': >> /proc/sys/kernel/core_pattern || : >> /proc/sysrq-trigger || : >> /proc/irq/default_smp_affinity',
  },
  { what: "see the user's environment", command: 'test -n "$HYDRA_PROBE_SECRET"' },
];
