import { classifyPath } from '../../core/analyse/paths/classify-path.ts';
import { languageOf, LANGUAGES } from '../../core/languages/languages.ts';
import { buildFactTable, factKey, type FactTable, pickRows } from '../../core/domain/source/fact-table.ts';
import { baseName } from '../../core/domain/source/path-parts.ts';
import type { IndexedFile, SourceIndex } from '../../core/domain/source/source-index.ts';
import { filesToRead } from '../../core/profile/plan-checks.ts';
import type { FactStore } from '../ports/fact-store.ts';
import type { Extracted, SourceExtraction, SourceRequest } from '../ports/source-extraction.ts';
import type { ListedFile } from '../ports/working-tree.ts';

const MANIFESTS = new Set(LANGUAGES.flatMap(({ brief }) => brief.manifests));
/** Only at the root: what a repository declares about its own boundaries. */
const CONFIGURATION = LANGUAGES.flatMap(({ boundaries }) =>
  boundaries.flatMap(({ configuration }) => configuration),
);
const MAX_MANIFESTS = 500;
const MAX_NOTED = 5;

/** Where the files of an index come from: a work tree, or a tree of git objects. */
export type SourceOrigin = {
  /** Files that are requested together; absent: all. */
  readonly atOnce?: number;
  list(): Promise<readonly ListedFile[]>;
  /** Git's id of a listed file that came without one; null if it is gone. */
  identify(path: string): Promise<string | null>;
  requests(files: readonly ListedFile[]): Promise<readonly SourceRequest[]>;
  readTexts(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
};

export type IndexTools = {
  readonly facts: FactStore;
  readonly extraction: SourceExtraction;
  readonly parseToml: (text: string) => unknown;
  readonly onProgress?: (done: number, total: number) => void;
};

const readMissing = async (
  origin: SourceOrigin,
  { extraction, onProgress }: IndexTools,
  wanted: readonly ListedFile[],
  known: FactTable | null,
) => {
  const builder = buildFactTable(known);
  const keys = new Map<string, string>();
  const unread: string[] = [];
  const missing: ListedFile[] = [];
  for (const file of wanted) {
    const blob = file.blob ?? (await origin.identify(file.path));
    if (blob === null) continue;
    const key = factKey(blob, file.path);
    if (builder.has(key)) keys.set(file.path, key);
    else missing.push({ path: file.path, blob });
  }
  let done = 0;
  const take = (path: string, { reading, blob }: Extracted): void => {
    done += 1;
    if (done % 200 === 0 || done === missing.length) onProgress?.(done, missing.length);
    if ('unread' in reading || blob === null) {
      unread.push(`${path}: ${'unread' in reading ? reading.unread : 'not readable'}`);
      return;
    }
    const key = factKey(blob, path);
    builder.add(key, reading);
    keys.set(path, key);
  };
  const atOnce = origin.atOnce ?? missing.length;
  for (let from = 0; from < missing.length; from += atOnce) {
    const group = missing.slice(from, from + atOnce);
    await extraction.extract(await origin.requests(group), (index, extracted) =>
      take(group[index]?.path ?? '', extracted),
    );
  }
  return { table: builder.table(), keys, unread, found: missing.length - unread.length };
};

/** Drops unused facts once they outweigh the rest: other branches' facts are worth keeping, but not forever. */
const worthKeeping = (table: FactTable, live: ReadonlySet<string>): FactTable =>
  table.rows.size <= 3 * live.size + 1_000 ? table : pickRows(table, (key) => live.has(key));

const notesOn = (unread: readonly string[], damaged: number): readonly string[] => [
  ...(damaged > 0
    ? [
        `${damaged} ${damaged === 1 ? 'file has' : 'files have'} syntax that the grammar does not know; their facts may be incomplete`,
      ]
    : []),
  ...unread.slice(0, MAX_NOTED).map((each) => `not read: ${each}`),
  ...(unread.length > MAX_NOTED ? [`${unread.length - MAX_NOTED} more files were not read`] : []),
];

/** Facts of every source, from the store if its content is known. */
export const indexSources = async (origin: SourceOrigin, tools: IndexTools): Promise<SourceIndex> => {
  const [listed, known] = await Promise.all([origin.list(), tools.facts.load()]);
  const roles = new Map(listed.map(({ path }) => [path, classifyPath(path)]));
  const wanted = listed.filter(({ path }) => languageOf(path) !== null && roles.get(path) !== 'generated');
  const { table, keys, unread, found } = await readMissing(origin, tools, wanted, known);
  const paths = listed.map(({ path }) => path);
  const manifests = paths
    .filter(
      (path) =>
        CONFIGURATION.some((each) => each.test(path)) || (MANIFESTS.has(baseName(path)) && isKept(path)),
    )
    .slice(0, MAX_MANIFESTS);
  const texts = await origin.readTexts([...new Set([...filesToRead(paths), ...manifests])]);
  if (found > 0) await tools.facts.save(table, known, () => worthKeeping(table, new Set(keys.values())));
  const files: IndexedFile[] = paths.map((path) => ({
    path,
    role: roles.get(path) ?? 'source',
    row: table.rows.get(keys.get(path) ?? '') ?? null,
  }));
  const damaged = files.filter(({ row }) => row?.damaged).length;
  return {
    files,
    byPath: new Map(files.map((file) => [file.path, file])),
    table,
    texts,
    documents: readTomls(texts, tools.parseToml),
    notes: notesOn(unread, damaged),
  };
};

const isKept = (path: string): boolean => !/(?:^|\/)(?:node_modules|vendor|target|dist)\//.test(path);

const readTomls = (
  texts: ReadonlyMap<string, string>,
  parseToml: IndexTools['parseToml'],
): ReadonlyMap<string, unknown> => {
  const documents = new Map<string, unknown>();
  const text = texts.get('pyproject.toml');
  try {
    if (text !== undefined) documents.set('pyproject.toml', parseToml(text));
  } catch {
    // A manifest that is not TOML declares no rules; installing it will report the error.
  }
  return documents;
};
