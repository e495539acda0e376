import { changedSpans } from '../../core/analyse/change/changed-spans.ts';
import { classifyPath } from '../../core/analyse/paths/classify-path.ts';
import { compareText } from '../../core/math/compare-text.ts';
import { decodeText } from '../../core/text/decode-text.ts';
import { languageOf } from '../../core/languages/languages.ts';
import { parseRawDiff, type RawEntry } from '../../core/analyse/diff/parse-raw-diff.ts';
import type { ChangedSourceFile } from '../../core/domain/evidence/assessment.ts';
import type { GitRepository } from '../ports/git-repository.ts';
import { InfrastructureError } from '../errors/user-error.ts';

const MAX_BYTES = 1_000_000;
const MAX_FILES = 1_000;
const FILES_AT_ONCE = 64;

export type ReadSourceFile = ChangedSourceFile & {
  /** Its text before the change; null if it is new. */
  readonly before: string | null;
  /** Why it cannot be read, if the change is the cause. */
  readonly unreadable?: string;
};

export type ReadChange = {
  readonly files: readonly ReadSourceFile[];
  /** Other small text files, such as configuration. */
  readonly others: readonly ChangedSourceFile[];
  /** Every path that the change writes. */
  readonly written: readonly string[];
  readonly notes: readonly string[];
  /** Why the change is not assessed at all. */
  readonly tooMuch?: string;
};

export type ChangedTrees = { readonly baseTree: string; readonly tree: string };
type Repository = Pick<GitRepository, 'rawDiff' | 'readBlobs'>;

/** Why bytes are not read as source. */
const faultOf = (bytes: Uint8Array): string | null => {
  if (bytes.length > MAX_BYTES) return `is larger than ${MAX_BYTES} bytes`;
  return bytes.includes(0) ? 'holds NUL bytes' : null;
};

const isFile = ({ kind }: RawEntry): boolean => kind === 'text' || kind === 'binary';

type Read = { readonly file: ReadSourceFile } | { readonly note: string };

const readEntry = ({ path, oldBlob, newBlob }: RawEntry, blobs: ReadonlyMap<string, Uint8Array>): Read => {
  const [after, before] = [blobs.get(newBlob ?? ''), oldBlob === null ? null : blobs.get(oldBlob)];
  if (after === undefined || before === undefined)
    return { note: `${path} was left out: its content could not be read` };
  const fault = faultOf(after);
  const old = before === null ? null : faultOf(before);
  if (fault !== null && old !== null) return { note: `${path} was left out: it ${fault}, as it did before` };
  if (fault !== null)
    return { file: { path, text: '', spans: null, before: null, unreadable: `${path} ${fault}` } };
  const { text } = decodeText(after);
  const past = before === null || old !== null ? null : decodeText(before).text;
  return { file: { path, text, before: past, spans: past === null ? null : changedSpans(past, text) } };
};

const listEntries = async (
  repository: Repository,
  { baseTree, tree }: ChangedTrees,
): Promise<readonly RawEntry[]> => {
  const { raw, numstat } = await repository.rawDiff(baseTree, tree);
  const parsed = parseRawDiff(raw, numstat);
  if (parsed.ok) return parsed.entries.toSorted((a, b) => compareText(a.path, b.path));
  throw new InfrastructureError(
    'diff-unreadable',
    `The change cannot be read: ${parsed.reason}.`,
    'Run `hydra doctor`.',
  );
};

const MOST_OTHERS = 200;
const OTHER_BYTES = 200_000;

/** Text that is not in a known language; large, generated and unreadable files are left out: no person wrote them. */
const readOthers = async (
  repository: Repository,
  entries: readonly RawEntry[],
): Promise<readonly ChangedSourceFile[]> => {
  const wanted = entries
    .filter(
      (entry) =>
        entry.kind === 'text' &&
        entry.oldBlob !== entry.newBlob &&
        languageOf(entry.path) === null &&
        !['generated', 'lockfile'].includes(classifyPath(entry.path)),
    )
    .slice(0, MOST_OTHERS);
  if (wanted.length === 0) return [];
  const blobs = await repository.readBlobs(
    wanted.flatMap(({ oldBlob, newBlob }) => [oldBlob, newBlob].filter((id) => id !== null)),
  );
  return wanted.flatMap((entry) => {
    if ((blobs.get(entry.newBlob ?? '')?.length ?? Infinity) > OTHER_BYTES) return [];
    const read = readEntry(entry, blobs);
    return 'note' in read || read.file.unreadable !== undefined ? [] : [read.file];
  });
};

/** Source files that a change writes, with the lines that it writes in them. */
export const readChangedFiles = async (repository: Repository, trees: ChangedTrees): Promise<ReadChange> => {
  const entries = (await listEntries(repository, trees)).filter(({ newBlob }) => newBlob !== null);
  const written = entries.map(({ path }) => path);
  const sources = entries.filter(({ path }) => languageOf(path) !== null);
  const notes = sources.flatMap((entry) => {
    if (!isFile(entry)) return [`${entry.path} was left out: it is a ${entry.kind}`];
    return classifyPath(entry.path) === 'generated' ? [`${entry.path} was left out: it is generated`] : [];
  });
  const wanted = sources.filter(
    (entry) => isFile(entry) && entry.oldBlob !== entry.newBlob && classifyPath(entry.path) !== 'generated',
  );
  if (wanted.length > MAX_FILES)
    return {
      files: [],
      others: [],
      written,
      notes,
      tooMuch: `the change has more than ${MAX_FILES} source files`,
    };
  const files: ReadSourceFile[] = [];
  for (let at = 0; at < wanted.length; at += FILES_AT_ONCE) {
    const group = wanted.slice(at, at + FILES_AT_ONCE);
    const blobs = await repository.readBlobs(
      group.flatMap(({ oldBlob, newBlob }) => [oldBlob, newBlob].filter((id) => id !== null)),
    );
    for (const entry of group) {
      const read = readEntry(entry, blobs);
      if ('note' in read) notes.push(read.note);
      else files.push(read.file);
    }
  }
  return { files, others: await readOthers(repository, entries), written, notes };
};
