import { buildSync } from 'esbuild';
import { mkdirSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Below the packages that the program imports. */
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/hydra-tests', import.meta.url));
const made = new Map<string, string>();

/** A program of a test in one file of JavaScript: a loader would compile all that it imports with every start. */
export const childProgram = (source: URL): string => {
  const known = made.get(source.href);
  if (known !== undefined) return known;
  const path = join(FOLDER, `${basename(source.pathname, '.ts')}.mjs`);
  const fresh = `${path}.${process.pid}`;
  mkdirSync(FOLDER, { recursive: true });
  buildSync({
    entryPoints: [fileURLToPath(source)],
    outfile: fresh,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
  // Other workers may be starting the same program.
  renameSync(fresh, path);
  made.set(source.href, path);
  return path;
};
