import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const findRoot = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder));

const root = findRoot(dirname(fileURLToPath(import.meta.url)));

/** A folder that ships with the package, whether this runs from source or from the bundle. */
export const packageFolder = (
  name:
    | 'dist/web'
    | 'examples/cart'
    | 'examples/compare'
    | 'examples/race'
    | 'recipes'
    | 'reporters'
    | 'tasks',
): string => join(root, name);
