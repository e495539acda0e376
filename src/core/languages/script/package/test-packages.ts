import { isObject } from '../../../domain/json/is-object.ts';
import { parseJson } from '../../../domain/json/parse-json.ts';
import type { TestPackage } from '../../../domain/evidence/test-package.ts';
import { folderOf } from '../../../domain/source/path-parts.ts';
import type { RepoFacts } from '../../../domain/source/repo-facts.ts';

/** Packages there belong to the package around them. */
const ASIDE = /(?:^|\/)(?:node_modules|tests?|__\w+__|fixtures?|dist|build|vendor)\//;

/** A manifest without a name only sets the module system of a folder; one that was not read is taken for a package. */
const isNamed = (text: string | undefined): boolean => {
  if (text === undefined) return true;
  const manifest = parseJson(text);
  return isObject(manifest) && typeof manifest['name'] === 'string';
};

/** Packages of a workspace: a test belongs to the nearest around its file. */
export const scriptPackages = ({ files, texts }: RepoFacts): readonly TestPackage[] =>
  files
    .filter((path) => /(?:^|\/)package\.json$/.test(path) && !ASIDE.test(path) && isNamed(texts[path]))
    .map((path) => ({ folder: folderOf(path) }));
