import type { PatchOp } from '../../../../core/domain/candidate/patch-op.ts';
import { refusePath } from '../../../../core/domain/candidate/refuse-path.ts';
import { textOf } from '../../../../core/patch/change-bytes.ts';
import { type Hunk, hunksToOps } from '../../../../core/patch/hunks-to-ops.ts';
import type { ObjectStore } from './object-store.ts';
import { readRawChanges } from './read-changes.ts';
import { readBlobs } from './read-objects.ts';
import { eachHeaderLine } from '../import/scan-patch.ts';
import { MODE } from './tree-path-states.ts';

/** `contents`: what every written file must become. */
type TreeOps =
  | {
      readonly ok: true;
      readonly ops: readonly PatchOp[];
      readonly contents: ReadonlyMap<string, Uint8Array>;
    }
  | { readonly ok: false; readonly reason: string };

type Change = {
  readonly path: string;
  readonly modes: readonly [before: string, after: string];
  readonly ids: readonly [before: string, after: string];
};

const ABSENT = '000000';
const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const FLAGS = [
  'diff-tree',
  '-r',
  '-p',
  '--text',
  '--unified=0',
  '--inter-hunk-context=0',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
];

const parseChanges = (raw: Buffer): readonly Change[] => {
  const fields = raw.toString('utf8').split('\0');
  const changes: Change[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [before = '', after = '', oldId = '', newId = ''] = (fields[at] ?? '').slice(1).split(' ');
    changes.push({ path: fields[at + 1] ?? '', modes: [before, after], ids: [oldId, newId] });
  }
  return changes;
};

/** Changes that operations cannot express. */
const inexpressible = ({ path, modes: [before, after] }: Change): string | null => {
  const modes = new Set([before, after]);
  const name = JSON.stringify(path);
  const bad = refusePath(path);
  if (bad !== null) return bad;
  if (modes.has(MODE.submodule)) return `changes the submodule ${name}, which operations cannot express`;
  if (modes.has(MODE.link)) return `changes the symbolic link ${name}, which operations cannot express`;
  if (before === ABSENT && after !== MODE.file)
    return `adds ${name} with the mode ${after}, which operations cannot express`;
  if (before !== ABSENT && after !== ABSENT && before !== after)
    return `changes the mode of ${name}, which operations cannot express`;
  return null;
};

const lines = (start = '0', count = '1'): Hunk['before'] => {
  const [first, many] = [Number(start), Number(count)];
  // A side without lines of its own names the line before.
  const from = many === 0 ? first : first - 1;
  return { start: from, end: from + many };
};

/** The hunks of each file, in the order of the changes. */
const readHunks = async (
  store: ObjectStore,
  base: string,
  tree: string,
): Promise<readonly (readonly Hunk[])[]> => {
  const files: Hunk[][] = [];
  const diff = await store.must({ args: [...FLAGS, base, tree] });
  eachHeaderLine(diff.toString('latin1'), (line) => {
    if (line.startsWith('diff --git ')) files.push([]);
    const found = HUNK.exec(line);
    if (found) files.at(-1)?.push({ before: lines(found[1], found[2]), after: lines(found[3], found[4]) });
  });
  return files;
};

const contentOf = (blobs: ReadonlyMap<string, Uint8Array>, id: string): Uint8Array => {
  const bytes = blobs.get(id);
  if (bytes === undefined) throw new Error(`the blob ${id} is not in the store`);
  return bytes;
};

/** Operations from one tree to another; removals first, as a path may change its kind. */
export const treeOps = async (store: ObjectStore, base: string, tree: string): Promise<TreeOps> => {
  const changes = parseChanges(await readRawChanges(store, base, tree));
  const bad = changes.map(inexpressible).find((reason) => reason !== null);
  if (bad !== undefined) return { ok: false, reason: bad };
  const hunks = await readHunks(store, base, tree);
  const blobs = await readBlobs(
    store,
    changes.flatMap(({ ids }) => [...ids]),
  );
  const [removed, written]: [PatchOp[], PatchOp[]] = [[], []];
  const contents = new Map<string, Uint8Array>();
  for (const [at, { path, modes, ids }] of changes.entries()) {
    if (modes[1] === ABSENT) {
      removed.push({ kind: 'remove', path });
      continue;
    }
    const after = contentOf(blobs, ids[1]);
    contents.set(path, after);
    const text = modes[0] === ABSENT ? textOf(after) : null;
    const ops =
      modes[0] !== ABSENT
        ? hunksToOps(path, contentOf(blobs, ids[0]), after, hunks[at] ?? [])
        : text === null
          ? null
          : [{ kind: 'add', path, content: text } as const];
    if (ops === null)
      return {
        ok: false,
        reason: `brings bytes into ${JSON.stringify(path)} that are not UTF-8 text, which operations cannot express`,
      };
    written.push(...ops);
  }
  return { ok: true, ops: [...removed, ...written], contents };
};
