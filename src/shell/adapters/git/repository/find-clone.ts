import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ADDRESS = /^(?:https:\/\/|ssh:\/\/git@|git@)[\w.-]+[/:]([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/;

/** A clone of `owner/name`, or of an address that ends so, in a folder of clones; null: there is none. */
export const findClone = (folder: string, repository: string): string | null => {
  const [, owner, name] = ADDRESS.exec(repository) ?? /^([\w.-]+)\/([\w.-]+)$/.exec(repository) ?? [];
  if (owner === undefined || name === undefined) return null;
  const [nested, flat] = [`${owner}/${name}`, `${owner}+${name}`];
  const found = [`${flat}/repo/.git`, `${flat}/repo`, `${flat}/.git`, flat, `${nested}/.git`, nested]
    .map((path) => join(folder, path))
    .find((path) => existsSync(join(path, 'HEAD')));
  return found ?? null;
};
