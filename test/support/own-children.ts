import { readdirSync, readFileSync } from 'node:fs';

export type Child = { readonly pid: number; readonly command: string };

const readOr = (path: string): string => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
};

/** Children of a process that are not dead, with their command lines. */
export const childrenOf = (parent: number): readonly Child[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const stat = readOr(`/proc/${name}/stat`);
    const [state, ppid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(ppid) !== parent || state === 'Z') return [];
    return [{ pid: Number(name), command: readOr(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim() }];
  });
