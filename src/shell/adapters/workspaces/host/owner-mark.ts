import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { isAlive } from './hold-lock.ts';

const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** Part of the name of everything that must not outlive this process. */
export const ownerMark = `${HOST}-${process.pid}`;

/** Whether a killed process of this machine left it behind. */
export const isAbandoned = (name: string): boolean => {
  const found = /^(?:hydra-)?([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{16}$/.exec(name);
  return found !== null && found[1] === HOST && !isAlive(Number(found[2]));
};
