import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { allPages, type Block, checkout } from '../docs/markdown.ts';

/** Everything that the source needs to be compiled, built and run. */
const COPIED = ['src', 'scripts', 'reporters', 'package.json', 'tsconfig.json'];
const BUILD = "import { bundle } from './scripts/bundle.mjs'; await bundle('dist');";

const page = allPages.find(({ path }) => path === 'CONTRIBUTING.md');
const blocks = (page?.blocks ?? []).filter(
  ({ language }) => language === 'typescript' || language === 'diff',
);

/** Paths of the files that the page says to write or to edit. */
export const instructedPaths = (language: 'typescript' | 'diff'): readonly string[] =>
  blocks.flatMap((block) => (block.language === language ? block.marks : []));

/** Paths in the prose, without those that contain a NAME to be chosen. */
export const namedPaths = (): readonly string[] =>
  [...(page?.prose ?? '').matchAll(/`((?:src|test)\/[^`\s]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !path.includes('NAME'));

/** Context lines must be there in this order; `-` removes a line, `+` adds one below the last. */
export const applyDiff = (text: string, diff: string, at: string): string => {
  const lines = text.split('\n');
  let place = -1;
  for (const line of diff.split('\n').filter((one) => one !== '')) {
    const [sign, content] = [line[0], line.slice(1)];
    if (sign === '+') {
      lines.splice(place + 1, 0, content);
      place += 1;
      continue;
    }
    const found = lines.indexOf(content, place + 1);
    if (found < 0) throw new Error(`${at}: there is no line "${content}"`);
    if (sign === '-') lines.splice(found, 1);
    place = sign === '-' ? found - 1 : found;
  }
  return lines.join('\n');
};

const follow = async (root: string, { language, marks: [path = ''], text, at }: Block): Promise<void> => {
  const file = join(root, path);
  if (language === 'diff') return writeFile(file, applyDiff(await readFile(file, 'utf8'), text, at));
  await mkdir(dirname(file), { recursive: true });
  return writeFile(file, text, { flag: 'wx' });
};

export type FollowedCopy = {
  readonly root: string;
  /** Standard output and error of a program in a folder, and its exit code. */
  readonly run: (
    program: string,
    words: readonly string[],
    cwd: string,
  ) => Promise<{ readonly code: number; readonly output: string; readonly stdout: string }>;
  readonly remove: () => Promise<void>;
};

/** A copy of the source in which every instruction of CONTRIBUTING.md was followed, built. */
export const followInstructions = async (): Promise<FollowedCopy> => {
  const root = await mkdtemp(join(tmpdir(), 'hydra-contributing-'));
  for (const path of COPIED) await cp(join(checkout, path), join(root, path), { recursive: true });
  await symlink(join(checkout, 'node_modules'), join(root, 'node_modules'));
  for (const block of blocks) await follow(root, block);
  const run: FollowedCopy['run'] = async (program, words, cwd) => {
    try {
      const { stdout, stderr } = await promisify(execFile)(program, [...words], {
        cwd,
        env: { ...process.env, NO_COLOR: '1' },
        maxBuffer: 1 << 26,
      });
      return { code: 0, output: stdout + stderr, stdout };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, output: stdout + stderr, stdout };
    }
  };
  const built = await run(process.execPath, ['--input-type=module', '-e', BUILD], root);
  if (built.code !== 0) throw new Error(built.output);
  return {
    root,
    run,
    remove: () => rm(root, { recursive: true, force: true }),
  };
};
