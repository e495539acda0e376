import { homedir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../../shell/adapters/system/system-clock.ts';

export const cacheHome = (): string =>
  process.env['HYDRA_CACHE_DIR'] ?? join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'hydra');

/** Checkouts and installations, shared by all runs on a repository; safe to remove at any time. */
export const cacheFolder = (commonDir: string): string => join(cacheHome(), sha256(commonDir).slice(0, 16));
