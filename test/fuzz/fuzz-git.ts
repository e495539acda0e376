import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { openSession } from '../../src/faces/wiring/session.ts';
import { openTools } from '../../src/faces/wiring/wiring.ts';
import { makeProject } from '../support/scratch-project.ts';
import { mutateText } from './mutate-text.ts';
import { type Random, seededRandom, seedOf } from './random.ts';
import type { FuzzResult, Trouble } from './run-target.ts';

const HANG_MS = 60_000;
const NAME = 'git import';

const FILES = {
  'src/a.js': Array.from({ length: 30 }, (_, at) => `line ${at}\n`).join(''),
  'src/b.js': 'export const b = 1;\n',
  'docs/read me.md': '# b\n',
};

const outside = (path: string): boolean =>
  !posix.resolve('/top', path).startsWith('/top/') ||
  path.split('/').some((name) => name.toLowerCase() === '.git');

const PATHS = [
  'src/a.js',
  '../out',
  '/tmp/out',
  '.git/config',
  'src/../../out',
  '.hydra/x',
  'a\\..\\..\\out',
  'b/.GIT/x',
  'src',
];

const damage = (random: Random, patches: readonly string[]): string => {
  const text = mutateText(random, patches);
  return random.chance(0.4)
    ? text.replaceAll(random.pick(['src/a.js', 'src/b.js', 'new']), random.pick(PATHS))
    : text;
};

/** Real git on damaged patches: each becomes a tree inside the store or a refusal, and nothing outside is touched. */
export const fuzzGit = async ({
  cases,
  seed,
}: {
  readonly cases: number;
  readonly seed: number;
}): Promise<FuzzResult> => {
  const since = performance.now();
  const project = await makeProject(FILES);
  const session = openSession();
  const troubles: Trouble[] = [];
  let slowestMs = 0;
  try {
    const made = [
      await project.patch('edit', { 'src/a.js': FILES['src/a.js'].replace('line 7', 'line seven') }),
      await project.patch('add', { 'src/new.js': 'new\n', 'src/b.js': null }),
      await project.patch('binary', { 'x.bin': '\u0000\u0001\u0002'.repeat(40) }),
    ];
    const patches = [
      ...(await Promise.all(made.map((path) => readFile(path, 'utf8')))),
      'diff --git a/src/a.js b/new\nsimilarity index 100%\nrename from src/a.js\nrename to new\n',
      'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+../../out\n\\ No newline at end of file\n',
    ];
    const folder = join(project.root, '..', 'damaged');
    await mkdir(folder);
    const around = (await readdir(join(project.root, '..'))).join();
    const { repository } = await openTools(session, project.root);
    const base = await repository.resolveBase('main');
    const config = await readFile(join(project.root, '.git/config'), 'utf8');
    for (let at = 0; at < cases; at += 1) {
      const text = damage(seededRandom(seedOf(seed, NAME, at)), patches);
      const file = join(folder, 'x.patch');
      await writeFile(file, text);
      const note = (kind: Trouble['kind'], what: string) =>
        troubles.push({ at, kind, what, input: JSON.stringify(text) });
      const started = performance.now();
      try {
        const result = await repository.importCandidate(base, await repository.classifySource(file));
        if (!result.ok && result.reason === '') note('unsound', 'refused without a reason');
        for (const path of result.ok ? await repository.listFiles(result.tree) : [])
          if (outside(path)) note('unsound', `let in ${path}`);
      } catch (error) {
        note('throw', String((error as Error).stack ?? error));
      }
      const tookMs = performance.now() - started;
      slowestMs = Math.max(slowestMs, tookMs);
      if (tookMs > HANG_MS) note('hang', `${Math.round(tookMs)} ms`);
    }
    const left = (await readdir(join(project.root, '..'))).join();
    if (left !== around || existsSync('/tmp/out'))
      troubles.push({ at: cases, kind: 'unsound', what: `wrote outside: ${left}`, input: '' });
    if ((await readFile(join(project.root, '.git/config'), 'utf8')) !== config)
      troubles.push({ at: cases, kind: 'unsound', what: 'changed .git/config', input: '' });
  } finally {
    await session.close();
    await project.remove();
  }
  return { target: NAME, cases, seconds: (performance.now() - since) / 1000, slowestMs, troubles };
};
