import type { PatchFault, PatchOp } from '../domain/candidate/patch-op.ts';
import { refusePath } from '../domain/candidate/refuse-path.ts';

/** The target of a link, relative to its folder or to the root; null if the path is not a link. */
export type ReadLink = (
  path: string,
) => Promise<{ readonly target: string; readonly from: 'folder' | 'root' | 'outside' } | null>;

type Resolved =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly reason: string };

const MOST_LINKS = 40;
const shown = (path: string): string => JSON.stringify(path.slice(0, 200));

/** Follows every link on the way, and the last one on request. The result contains no links and is inside the root. */
const resolvePath = async (path: string, readLink: ReadLink, followLast: boolean): Promise<Resolved> => {
  const refused = (reason: string): Resolved => ({ ok: false, reason: `${shown(path)} ${reason}` });
  // The next name is the last of the list.
  const waiting = path.split('/').reverse();
  const done: string[] = [];
  let links = 0;
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (name === '' || name === '.') continue;
    if (name === '..') {
      if (done.pop() === undefined) return refused('leads outside the root through a symbolic link');
      continue;
    }
    done.push(name);
    const link = waiting.length > 0 || followLast ? await readLink(done.join('/')) : null;
    if (link === null) continue;
    if (link.from === 'outside') return refused('leads outside the root through a symbolic link');
    links += 1;
    if (links > MOST_LINKS) return refused('leads through too many symbolic links');
    done.splice(link.from === 'root' ? 0 : done.length - 1);
    waiting.push(...link.target.split('/').reverse());
  }
  const resolved = done.join('/');
  // A link must not lead to a path that could not be named directly.
  const bad = path === resolved ? null : refusePath(resolved);
  return bad === null ? { ok: true, path: resolved } : refused(`leads through a symbolic link that ${bad}`);
};

export type ResolvedPlaces =
  | { readonly ok: true; readonly places: readonly string[] }
  | { readonly ok: false; readonly faults: readonly PatchFault[] };

/** Links are followed only to edit a file: adding and removing concern the name itself. */
export const resolveLinks = async (ops: readonly PatchOp[], readLink: ReadLink): Promise<ResolvedPlaces> => {
  const places: string[] = [];
  for (const [at, { kind, path }] of ops.entries()) {
    const resolved = await resolvePath(path, readLink, kind === 'edit' || kind === 'splice');
    if (!resolved.ok) return { ok: false, faults: [{ op: at, field: 'path', reason: resolved.reason }] };
    places.push(resolved.path);
  }
  return { ok: true, places };
};
