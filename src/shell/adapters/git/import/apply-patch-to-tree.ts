import { explainApplyFailure } from './explain-apply-failure.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { type PatchScan, scanPatch, splitMails, withoutHeaderCarriageReturns } from './scan-patch.ts';
import { type StripLevel, stripLevels } from './strip-level.ts';
import { type TemporaryIndex, withIndexOf, writeTree } from '../objects/temporary-index.ts';

const APPLY_TIMEOUT_MS = 60_000;
const MAX_BINARY_BYTES = 256 * 1024 * 1024;

/** A tree in the store, or the reason why there is none, as a predicate of the candidate. */
export type MadeTree =
  | { readonly ok: true; readonly tree: string }
  | { readonly ok: false; readonly reason: string };

export const refused = (reason: string): MadeTree => ({ ok: false, reason });

type Attempt = { readonly patch: string; readonly strip: StripLevel };

/** Into an index alone: a plain `git apply` can read and write outside the tree. Null: applied. */
const applyTo = async (
  store: ObjectStore,
  index: TemporaryIndex,
  { patch, strip }: Attempt,
  scan: PatchScan,
): Promise<string | null> => {
  const run = await store.run({
    args: ['apply', '--cached', '--whitespace=nowarn', `-p${strip}`, '-'],
    stdin: Buffer.from(patch, 'latin1'),
    env: index.env,
    timeoutMs: APPLY_TIMEOUT_MS,
  });
  return run.code === 0 ? null : explainApplyFailure(run, scan);
};

const attempt = (
  store: ObjectStore,
  base: string,
  { patch, strip }: Attempt,
  scan: PatchScan,
): Promise<MadeTree> =>
  withIndexOf(store, base, async (index) => {
    for (const mail of splitMails(patch)) {
      const reason = await applyTo(store, index, { patch: mail, strip }, scan);
      if (reason !== null) return refused(reason);
    }
    const written = await writeTree(store, index);
    return written.tree === null
      ? refused(`leaves a tree that git cannot write: ${written.why}`)
      : { ok: true, tree: written.tree };
  });

/** Applies a patch of our own to an index, without guessing. Null: applied. */
export const applyRecordedTo = (
  store: ObjectStore,
  index: TemporaryIndex,
  bytes: Uint8Array,
): Promise<string | null> =>
  applyTo(store, index, { patch: Buffer.from(bytes).toString('latin1'), strip: 1 }, scanPatch(''));

/** Tries every interpretation of the names; two different results count as failure. */
const applyText = async (store: ObjectStore, base: string, patch: string): Promise<MadeTree> => {
  const scan = scanPatch(patch);
  const tried: MadeTree[] = [];
  for (const strip of stripLevels(scan.sections))
    tried.push(await attempt(store, base, { patch, strip }, scan));
  const trees = tried.flatMap((made) => (made.ok ? [made.tree] : []));
  if (new Set(trees).size > 1) {
    return refused('is ambiguous: its paths fit with and without their first folder; use a/ and b/ prefixes');
  }
  return tried.find((made) => made.ok) ?? tried[0] ?? refused('holds no diff');
};

const isAbsolute = (name: string | null): name is string =>
  name !== null && /^(?:\/|[A-Za-z]:[\\/])/.test(name);

const refuseBeforeGit = (bytes: Uint8Array, scan: PatchScan): string | null => {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return 'is UTF-16 text; save it as UTF-8';
  }
  if (scan.binaryBytes > MAX_BINARY_BYTES) return 'unpacks to more than is allowed';
  const absolute = scan.sections.flatMap(({ before, after }) => [before, after]).find(isAbsolute);
  return absolute === undefined ? null : `names an absolute path: ${JSON.stringify(absolute.slice(0, 200))}`;
};

/** base + a patch of our own → tree. */
export const applyRecordedPatch = (store: ObjectStore, base: string, bytes: Uint8Array): Promise<MadeTree> =>
  withIndexOf(store, base, async (index) => {
    if (bytes.length === 0) return { ok: true, tree: base };
    const reason = await applyRecordedTo(store, index, bytes);
    if (reason !== null) return refused(reason);
    const written = await writeTree(store, index);
    return written.tree === null ? refused(written.why) : { ok: true, tree: written.tree };
  });

/** base + patch → tree. The patch may be any diff, mail or mailbox, and is untrusted. */
export const applyPatchToTree = async (
  store: ObjectStore,
  base: string,
  bytes: Uint8Array,
): Promise<MadeTree> => {
  // One character per byte: content in any encoding survives.
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  if (text.trim() === '') return { ok: true, tree: base };
  const scan = scanPatch(text);
  const reason = refuseBeforeGit(bytes, scan);
  if (reason !== null) return refused(reason);
  if (!scan.crlf) return applyText(store, base, text);
  // A patch with CRLF headers was converted as a whole; only a base with CRLF files needs the hunks unchanged.
  const plain = await applyText(store, base, text.replaceAll('\r\n', '\n'));
  if (plain.ok) return plain;
  const kept = await applyText(store, base, withoutHeaderCarriageReturns(text));
  return kept.ok ? kept : plain;
};
