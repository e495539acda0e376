import { createHash } from 'node:crypto';
import type { Clock, Digest } from '../../ports/clock.ts';

export const systemClock: Clock = {
  now: () => new Date().toISOString(),
  monotonicMs: () => performance.now(),
};

export const sha256: Digest = (data) => createHash('sha256').update(data).digest('hex');
