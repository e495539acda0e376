import { LANGUAGES } from '../../languages/languages.ts';
import { anyOf } from '../../text/any-of.ts';

const INSTALLED = anyOf(
  LANGUAGES.flatMap(({ paths }) => paths.installed.map(({ source }) => new RegExp(`(?:^|/)${source}`))),
);
/** Caches that tools keep next to packages and write whenever they run. */
const CACHE = /(?:^|\/)(?:\.|__pycache__\/)|\.pyc$/;

/** Whether a path is a file of an installed package, as opposed to a cache next to it. */
export const isInstalledPackage = (path: string): boolean => {
  const found = INSTALLED.exec(path);
  return found !== null && !CACHE.test(path.slice(found.index + found[0].length));
};
