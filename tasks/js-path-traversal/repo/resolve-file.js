import { join } from 'node:path';

/** Where the file of a request lies. */
export const resolveFile = (root, urlPath) => join(root, decodeURIComponent(urlPath));
