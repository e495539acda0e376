import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validateFixerPatch } from '../../src/core/patch/validate-fixer-patch.ts';
import { applyOnDisk, checkOnDisk } from '../../src/shell/adapters/patch/patch-disk.ts';
import { randomOps } from './patch-targets.ts';
import { seededRandom, seedOf } from './random.ts';
import type { FuzzResult, Trouble } from './run-target.ts';

const NAME = 'patch on disk';
const HANG_MS = 60_000;

const contentsBelow = async (folder: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = files.sort().map(async (path) => `${path}\0${await readFile(path, 'latin1')}`);
  return (await Promise.all(read)).join('\0');
};

/** A root with links in every direction, and what must not be touched around it and in its `.git`. */
const layOut = async (folder: string): Promise<string> => {
  const root = join(folder, 'root');
  for (const path of ['root/src/deep', 'root/.git', 'outside'])
    await mkdir(join(folder, path), { recursive: true });
  await writeFile(join(folder, 'outside/x'), 'one\n');
  await writeFile(join(root, '.git/config'), 'one\n');
  await writeFile(join(root, 'a.js'), 'one\ntwo\n');
  await writeFile(join(root, 'src/b.js'), 'äx😀');
  await symlink('../outside', join(root, 'new'));
  await symlink('../.git', join(root, 'src/link'));
  return root;
};

/** Real files and links: whatever the operations say, nothing outside the root or in `.git` changes, and a refusal changes nothing. */
export const fuzzPatch = async ({
  cases,
  seed,
}: {
  readonly cases: number;
  readonly seed: number;
}): Promise<FuzzResult> => {
  const since = performance.now();
  const troubles: Trouble[] = [];
  let slowestMs = 0;
  const top = await realpath(await mkdtemp(join(tmpdir(), 'hydra-fuzz-patch-')));
  try {
    for (let at = 0; at < cases; at += 1) {
      const ops = randomOps(seededRandom(seedOf(seed, NAME, at)));
      const note = (kind: Trouble['kind'], what: string) =>
        troubles.push({ at, kind, what, input: JSON.stringify(ops) });
      const validated = validateFixerPatch(ops);
      if (!validated.ok) continue;
      const folder = join(top, String(at));
      const root = await layOut(folder);
      const around = async () =>
        (await contentsBelow(join(folder, 'outside'))) + (await contentsBelow(join(root, '.git')));
      const [before, whole] = [await around(), await contentsBelow(root)];
      const started = performance.now();
      try {
        const checked = await checkOnDisk(root, validated.ops);
        if ((await contentsBelow(root)) !== whole) note('unsound', 'checking changed something');
        const applied = await applyOnDisk(root, validated.ops);
        if (JSON.stringify(applied) !== JSON.stringify(checked))
          note('unsound', 'applying is not what was checked');
        if (!applied.ok && (await contentsBelow(root)) !== whole)
          note('unsound', 'a refusal changed something');
      } catch (error) {
        note('throw', String((error as Error).stack ?? error));
      }
      const tookMs = performance.now() - started;
      slowestMs = Math.max(slowestMs, tookMs);
      if (tookMs > HANG_MS) note('hang', `${Math.round(tookMs)} ms`);
      if ((await around()) !== before) note('unsound', 'wrote outside or into .git');
      if ((await readdir(folder)).join() !== 'outside,root') note('unsound', 'wrote beside the root');
      if ((await readdir(root, { recursive: true })).some((name) => name.includes('.hydra-patch-')))
        note('unsound', 'left something behind');
      await rm(folder, { recursive: true });
    }
  } finally {
    await rm(top, { recursive: true, force: true });
  }
  return { target: NAME, cases, seconds: (performance.now() - since) / 1000, slowestMs, troubles };
};
