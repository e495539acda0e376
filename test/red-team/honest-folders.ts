import { execFile } from 'node:child_process';
import { cp, mkdir, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Language } from './run-field.ts';

const hidden = (path: string): string => fileURLToPath(new URL(`hidden/${path}`, import.meta.url));

/** Compiled tests are part of a project: they run in each folder. */
const inEach = (file: string, place: string, command: string): readonly [string, readonly string[]] => [
  'sh',
  [hidden('run-in-each.sh'), hidden(file), place, ...command.split(' ')],
];

/** Keeps the work tree as an honest patch leaves it. */
export const keepFolder = (root: string, folder: string): Promise<void> =>
  cp(root, folder, {
    recursive: true,
    filter: (path) => !['.git', '.hydra'].includes(basename(path)),
  });

/**
 * Results of the unseen tests on all honest patches, in one process; empty if they are right.
 * They run outside the sandbox: they are ours.
 */
export const runHidden = async (language: Language, folders: string): Promise<readonly string[]> => {
  await mkdir(folders, { recursive: true });
  if ((await readdir(folders)).length === 0) return [];
  const [command, words] = {
    js: [process.execPath, [hidden('js/split.test.js')]],
    python: ['python3', ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', hidden('python')]],
    ruby: ['ruby', [hidden('ruby/hidden_test.rb')]],
    go: inEach('go/hidden_test.go', 'hidden_test.go', 'go test -run TestHidden .'),
    java: inEach('java/hidden.sh', 'hidden.sh', 'sh hidden.sh'),
    rust: inEach('rust/hidden.rs', 'tests/hidden.rs', 'cargo test --offline --quiet --test hidden'),
  }[language] as [string, string[]];
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const env = { ...inherited, CANDIDATES: folders, PYTHONDONTWRITEBYTECODE: '1' };
  return promisify(execFile)(command, words, { cwd: join(folders, '..'), env }).then(
    () => [],
    (error: { stdout?: string; stderr?: string }) => [`${error.stdout ?? ''}${error.stderr ?? ''}`],
  );
};
