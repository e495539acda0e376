// src/ → few files of JavaScript: a program of a thousand modules would spend most of a short answer loading them.
import { readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { licencesOf } from './licences.mjs';
import { root } from './step.mjs';

/** What nearly every start loads, in plain modules. The rest stays where npm puts it: own files, or rare use. */
const INCLUDED = ['zod', 'smol-toml'];
const BARE = /^[^./]/;

const children = () =>
  readdirSync(join(root, 'src'), { recursive: true })
    .filter((path) => path.endsWith('-child.ts'))
    .map((path) => join('src', path));

/** npx never forgets where a checkout's command was: it stays there, everything else is in one folder. */
const COMMAND = { in: 'src/faces/cli/main.ts', out: 'faces/cli/main' };

const leaveToNpm = {
  name: 'leave-to-npm',
  setup: ({ onResolve }) =>
    onResolve({ filter: BARE }, ({ path, kind }) => {
      const included = INCLUDED.some((name) => path === name || path.startsWith(`${name}/`));
      return kind === 'entry-point' || included ? undefined : { path, external: true };
    }),
};

/** app/ is two levels down, so that what is found from src/faces (../../tasks) is found from there too. */
export const bundle = async (folder) => {
  const others = ['src/faces/library/library.ts', ...children()];
  const entryPoints = [COMMAND, ...others.map((path) => ({ in: path, out: `app/${basename(path, '.ts')}` }))];
  const names = new Set(entryPoints.map(({ out }) => out));
  if (names.size < entryPoints.length) throw new Error(`two entries of one name: ${others.join(', ')}`);
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir: folder,
    chunkNames: 'app/part-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    metafile: true,
    logLevel: 'warning',
    plugins: [leaveToNpm],
  });
  writeFileSync(join(root, folder, 'app/LICENCES.txt'), licencesOf(Object.keys(metafile.inputs)));
};
