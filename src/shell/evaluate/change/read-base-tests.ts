import { decodeText } from '../../../core/text/decode-text.ts';
import { classifyHarnessPath } from '../../../core/analyse/harness/harness-paths.ts';
import type { GitRepository } from '../../ports/git-repository.ts';

/** Known to git without being stored; the longer one is for repositories that use sha-256. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const EMPTY_TREE_SHA256 = '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321';
const MAX_FILES = 2_000;
const MAX_FILE_BYTES = 500_000;
const MAX_TOTAL_BYTES = 24_000_000;

type Listed = { readonly path: string; readonly blob: string };
type Read = { readonly path: string; readonly text: string };

/** The base's test files, in path order. */
export const listBaseTests = async (
  repository: Pick<GitRepository, 'changes'>,
  baseTree: string,
): Promise<readonly Listed[]> => {
  const empty = baseTree.length > EMPTY_TREE.length ? EMPTY_TREE_SHA256 : EMPTY_TREE;
  return (await repository.changes(empty, baseTree)).flatMap(({ path, blob }) =>
    blob !== null && classifyHarnessPath(path) === 'test' ? [{ path, blob }] : [],
  );
};

/** Their contents, within the limits. */
export const readTestTexts = async (
  repository: Pick<GitRepository, 'readBlobs'>,
  listed: readonly Listed[],
): Promise<readonly Read[]> => {
  const looked = listed.slice(0, MAX_FILES);
  const blobs = await repository.readBlobs(looked.map(({ blob }) => blob));
  const read: Read[] = [];
  let total = 0;
  for (const { path, blob } of looked) {
    const bytes = blobs.get(blob);
    if (bytes === undefined || bytes.length > MAX_FILE_BYTES) continue;
    total += bytes.length;
    if (total > MAX_TOTAL_BYTES) break;
    read.push({ path, text: decodeText(bytes).text });
  }
  return read;
};

export const readBaseTests = async (
  repository: Pick<GitRepository, 'changes' | 'readBlobs'>,
  baseTree: string,
): Promise<readonly string[]> =>
  (await readTestTexts(repository, await listBaseTests(repository, baseTree))).map(({ text }) => text);
