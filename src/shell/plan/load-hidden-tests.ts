import * as z from 'zod';
import { classifyHarnessPath, HIDDEN_FOLDER } from '../../core/analyse/harness/harness-paths.ts';
import type { Base, GitRepository } from '../ports/git-repository.ts';
import type { Files, ReadFile } from '../ports/files.ts';
import { UserError } from '../errors/user-error.ts';

/** Tests that no candidate has seen, as blobs in our store, so that they can be stored with a run. */
export const HiddenTests = z.object({
  changes: z.array(z.object({ path: z.string(), mode: z.string(), blob: z.string().nullable() })),
  /** For the profile's runner; empty if a hidden command gives the result. */
  files: z.array(z.string()),
  /** `{hidden}` and `{workspace}` stand for folders; exit code 0: passed. */
  command: z.string().nullable(),
  /** Also run them on candidates that failed a gate, as benchmarks need. */
  everyone: z.boolean().optional(),
});
export type HiddenTests = z.infer<typeof HiddenTests>;

const MOST_FILES = 2_000;
const MOST_BYTES = 64 * 1024 * 1024;
const EXECUTABLE = '100755';

export type HiddenRequest = {
  /** A folder on disk, or files that were read, with a name for messages. */
  readonly folder: string | { readonly name: string; readonly files: readonly ReadFile[] };
  readonly command: string | null;
  readonly everyone?: boolean;
};

/** Reads the folder once, before anything runs. */
export const loadHiddenTests = async (
  { repository, files }: { readonly repository: GitRepository; readonly files: Files },
  base: Base,
  { folder: place, command, everyone }: HiddenRequest,
): Promise<HiddenTests> => {
  const folder = typeof place === 'string' ? place : place.name;
  const found =
    typeof place === 'string'
      ? await files.readTree(place, { maxFiles: MOST_FILES, maxBytes: MOST_BYTES })
      : place.files;
  if (found === null || found.length === 0)
    throw new UserError(
      'hidden-tests',
      `${folder} contains no readable hidden tests`,
      'Give a folder of plain files, at most 2000 and 64 MB.',
    );
  const at = (path: string): string => (command === null ? path : `${HIDDEN_FOLDER}/${path}`);
  const placed = found.map(({ path, bytes, executable }) => ({
    path: at(path),
    mode: executable ? EXECUTABLE : '100644',
    bytes,
  }));
  const { changes } = await repository.composeTree(base.tree, placed);
  const tests =
    command === null
      ? placed.map(({ path }) => path).filter((path) => classifyHarnessPath(path) === 'test')
      : [];
  if (command === null && tests.length === 0)
    throw new UserError(
      'hidden-tests',
      `${folder} holds no file that a test runner would recognise as a test`,
      'Lay the files out as in the repository, such as test/hidden.test.js, or give --hidden-command.',
    );
  return { changes: [...changes], files: tests, command, ...(everyone ? { everyone } : {}) };
};
