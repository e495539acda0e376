// src/ → few files of JavaScript: a program of a thousand modules would spend most of a short answer loading them.
import { readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { licencesOf } from './licences.mjs';
import { root } from './step.mjs';

/** What nearly every start loads, in plain modules. All else stays where npm puts it: files of its own, or seldom asked. */
const INCLUDED = ['zod', 'smol-toml'];
/** The program's own file is compiled once for all of its processes: more belongs in it. */
const INCLUDED_IN_PROGRAM = [...INCLUDED, 'commander', 'picocolors', 'toml-eslint-parser', 'yaml'];
const BARE = /^[^./]/;

const children = () =>
  readdirSync(join(root, 'src'), { recursive: true })
    .filter((path) => path.endsWith('-child.ts'))
    .map((path) => join('src', path));

/** npx remembers for ever where a checkout's command was: it stays there, all else is in one folder. */
const COMMAND = { in: 'src/faces/cli/main.ts', out: 'faces/cli/main' };

const leaveToNpm = (inside) => ({
  name: 'leave-to-npm',
  setup: ({ onResolve }) =>
    onResolve({ filter: BARE }, ({ path, kind, importer }) => {
      const included =
        importer.includes('node_modules') ||
        inside.some((name) => path === name || path.startsWith(`${name}/`));
      return kind === 'entry-point' || included ? undefined : { path, external: true };
    }),
});

/** The built command starts the program from its own file. */
const PROGRAM = join(root, 'src/faces/cli/run-cli.ts');
const startCompiled = {
  name: 'start-compiled',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /\/run-cli\.ts$/ }, ({ path }) => ({ path, namespace: 'compiled' }));
    onLoad({ filter: /./, namespace: 'compiled' }, () => ({
      contents: "export { runCompiled as runCli } from './run-compiled.ts';",
      resolveDir: dirname(PROGRAM),
    }));
  },
};

const SHARED = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  metafile: true,
  logLevel: 'warning',
};

/** One file: V8 keeps what it has compiled of scripts, not of modules (src/faces/cli/run-compiled.ts). */
const bundleProgram = (folder) =>
  build({
    ...SHARED,
    entryPoints: [PROGRAM],
    outfile: join(folder, 'app/program.cjs'),
    format: 'cjs',
    // What run-compiled.ts calls the file's address.
    define: { 'import.meta.url': 'programUrl' },
    plugins: [leaveToNpm(INCLUDED_IN_PROGRAM)],
  });

/** app/ is two levels down, so that what is found from src/faces (../../tasks) is found from there too. */
export const bundle = async (folder) => {
  const others = ['src/faces/library/library.ts', ...children()];
  const entryPoints = [COMMAND, ...others.map((path) => ({ in: path, out: `app/${basename(path, '.ts')}` }))];
  const names = new Set(entryPoints.map(({ out }) => out));
  if (names.size < entryPoints.length) throw new Error(`two entries of one name: ${others.join(', ')}`);
  const [modules, program] = await Promise.all([
    build({
      ...SHARED,
      entryPoints,
      outdir: folder,
      chunkNames: 'app/part-[hash]',
      splitting: true,
      format: 'esm',
      plugins: [startCompiled, leaveToNpm(INCLUDED)],
    }),
    bundleProgram(folder),
  ]);
  const inputs = [modules, program].flatMap(({ metafile }) => Object.keys(metafile.inputs));
  writeFileSync(join(root, folder, 'app/LICENCES.txt'), licencesOf(inputs));
};
