import { languageOf } from '../../core/languages/languages.ts';
import type { GitRepository } from '../ports/git-repository.ts';
import type { ReadChange, ReadSourceFile } from './read-changed-files.ts';

const MAX_CHARACTERS = 1_000_000;
const MAX_FILES = 1_000;

/** Files as they are, all of their lines: for who asks about files and not about a change. */
export const readWholeFiles = async (
  repository: Pick<GitRepository, 'listFiles' | 'readText'>,
  tree: string,
  isWanted: (path: string) => boolean,
): Promise<ReadChange> => {
  const written = (await repository.listFiles(tree)).filter(isWanted).toSorted();
  const sources = written.filter((path) => languageOf(path) !== null);
  if (sources.length > MAX_FILES)
    return { files: [], written, notes: [], tooMuch: `more than ${MAX_FILES} source files` };
  const files: ReadSourceFile[] = [];
  const notes: string[] = [];
  for (const path of sources) {
    const text = await repository.readText(tree, path);
    if (text === null) notes.push(`${path} was left out: it is no regular file`);
    else if (text.length > MAX_CHARACTERS)
      notes.push(`${path} was left out: it is larger than ${MAX_CHARACTERS} characters`);
    else files.push({ path, text, spans: null, before: null });
  }
  return { files, written, notes };
};
