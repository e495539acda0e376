// Complexity and maintainability compared with radon (Python) and lizard (all languages) on real code.
// npm run complexity-campaign -- FOLDER...   RADON and LIZARD: the programs, if they are not on PATH.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageOf } from '../src/core/languages/languages.ts';
import { measureCode } from '../src/core/analyse/measure/measure-code.ts';
import { grammarFor } from '../src/shell/adapters/analysers/syntax/grammar-for.ts';
import { parserFor } from '../src/shell/adapters/analysers/syntax/parser-for.ts';
import { readNodes } from '../src/shell/adapters/analysers/syntax/read-nodes.ts';

const MOST_FILES = Number(process.env.MOST_FILES ?? 400);
const [radon, lizard] = [process.env.RADON ?? 'radon', process.env.LIZARD ?? 'lizard'];
const isShown = process.argv.includes('--worst');

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        languageOf(entry.name) !== null &&
        !/\.d\.[cm]?ts$|\.min\.|\.tsx$|\.jsx$|\.pyi$/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).length < 300_000)
    .sort();

const measure = async (path) => {
  const text = readFileSync(path, 'utf8');
  const nodes = readNodes(await parserFor(grammarFor(path)), text);
  return nodes === null ? null : measureCode(nodes, text, languageOf(path).measures);
};

const run = (program, words) =>
  execFileSync(program, words, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });

const runAny = (program, words) => {
  try {
    return run(program, words);
  } catch (error) {
    return error.stdout ?? '';
  }
};

const inParts = (list, size = 100) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));

/** One row per function that begins on the same line in both. */
const pair = (theirs, ours, tool, path) => {
  const here = new Map();
  for (const one of ours.functions) here.set(one.firstLine, [...(here.get(one.firstLine) ?? []), one]);
  return theirs.flatMap(({ line, complexity, name }) => {
    const short = name.split(/::|\./).at(-1);
    const choices = here.get(line) ?? [];
    const one = choices.find((each) => each.name === short) ?? choices[0];
    return one === undefined ? [] : [{ tool, path, line, name, theirs: complexity, ours: one.complexity }];
  });
};

const radonComplexity = (paths) => {
  const found = new Map();
  for (const part of inParts(paths))
    for (const [path, blocks] of Object.entries(JSON.parse(run(radon, ['cc', '-j', ...part])))) {
      if (!Array.isArray(blocks)) continue;
      const rows = blocks
        .flatMap((block) => [block, ...(block.closures ?? [])])
        .filter(({ type }) => type !== 'class');
      found.set(
        path,
        rows.map(({ lineno, complexity, name }) => ({ line: lineno, complexity, name })),
      );
    }
  return found;
};

const radonIndex = (paths) => {
  const found = new Map();
  for (const part of inParts(paths))
    for (const [path, { mi }] of Object.entries(JSON.parse(run(radon, ['mi', '-j', ...part]))))
      if (typeof mi === 'number') found.set(path, mi);
  return found;
};

const lizardComplexity = (paths) => {
  const found = new Map();
  for (const part of inParts(paths))
    for (const row of runAny(lizard, ['--csv', '-C', '100000', '-L', '100000', ...part]).split('\n')) {
      const [, complexity, , , , , path, name, , line] = row.match(/"(?:[^"]|"")*"|[^,]+|(?<=,)(?=,)/g) ?? [];
      if (path === undefined) continue;
      const at = path.slice(1, -1);
      const list = found.get(at) ?? [];
      list.push({ line: Number(line), complexity: Number(complexity), name: (name ?? '').slice(1, -1) });
      found.set(at, list);
    }
  return found;
};

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

const tell = (what, gaps) => {
  const same = gaps.filter((gap) => gap < 0.5).length / gaps.length;
  console.log(
    `${what.padEnd(48)} ${String(gaps.length).padStart(6)}  median ${median(gaps).toFixed(2)}  mean ${mean(gaps).toFixed(2)}  same ${(100 * same).toFixed(1)} %`,
  );
};

const all = process.argv
  .slice(2)
  .filter((word) => !word.startsWith('--'))
  .flatMap(filesIn);
const rows = [];
const indexRows = [];
for (const language of ['python', 'script', 'go', 'java', 'rust']) {
  const mine = all.filter((path) => languageOf(path)?.id === language);
  const step = Math.max(1, Math.ceil(mine.length / MOST_FILES));
  const paths = mine.filter((_, at) => at % step === 0);
  const ours = new Map();
  for (const path of paths) ours.set(path, await measure(path));
  const compare = (found, tool) => {
    for (const [path, theirs] of found)
      if (ours.get(path))
        rows.push(...pair(theirs, ours.get(path), tool, path).map((row) => ({ ...row, language })));
  };
  compare(lizardComplexity(paths), 'lizard');
  if (language !== 'python') continue;
  compare(radonComplexity(paths), 'radon');
  for (const [path, mi] of radonIndex(paths)) {
    const own = ours.get(path)?.maintainability;
    if (typeof own === 'number') indexRows.push({ path, theirs: mi, ours: own });
  }
}
const groups = Map.groupBy ? Map.groupBy(rows, ({ tool, language }) => `${tool} ${language}`) : new Map();
if (!Map.groupBy)
  for (const row of rows)
    groups.set(`${row.tool} ${row.language}`, [...(groups.get(`${row.tool} ${row.language}`) ?? []), row]);
for (const [name, group] of groups)
  tell(
    `complexity, ${name}`,
    group.map(({ theirs, ours }) => Math.abs(theirs - ours)),
  );
tell(
  'maintainability index, radon python',
  indexRows.map(({ theirs, ours }) => Math.abs(theirs - ours)),
);
if (isShown) {
  for (const [, group] of groups)
    for (const row of group.filter(({ theirs, ours }) => theirs !== ours).slice(0, 25))
      console.log(row.tool, `${row.path}:${row.line}`, row.name, 'theirs', row.theirs, 'ours', row.ours);
  for (const row of indexRows
    .sort((a, b) => Math.abs(b.theirs - b.ours) - Math.abs(a.theirs - a.ours))
    .slice(0, 25))
    console.log(row.path, 'theirs', row.theirs.toFixed(2), 'ours', row.ours.toFixed(2));
}
