import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { isAlive } from './hold-lock.ts';

const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** In the name of all that must not outlive this process. */
export const ownerMark = `${HOST}-${process.pid}`;

/** Tells what a killed process of this machine left from what is in use. */
export const isAbandoned = (name: string): boolean => {
  const found = /^(?:hydra-)?([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{16}$/.exec(name);
  return found !== null && found[1] === HOST && !isAlive(Number(found[2]));
};
