// The brief of a million lines, cold and after one change; the score of one candidate; extraction compared with ctags
// and the TypeScript compiler.
// node --import tsx bench/brief.ts FOLDER...   sources to multiply; TYPESCRIPT=path/to/typescript (6 or older) for that comparison
import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { classifyPath } from '../src/core/analyse/paths/classify-path.ts';
import { languageOf } from '../src/core/languages/languages.ts';
import type { ProjectBrief } from '../src/core/domain/source/project-brief.ts';
import { nameFacts } from '../src/core/domain/source/source-facts.ts';
import { extractSource, prepareGrammar } from '../src/shell/adapters/analysers/extraction/extract-source.ts';
import { atNominalPace, cores, type Line, line, main, report } from './support.ts';

const LINES = 1_000_000;
const CANDIDATE_FILES = 20;
const LIMITS = { coldMs: 10_000, memoryMb: 1_536, changeMs: 300, commandMs: 900, scoreMs: 150 };
const { openSession } = (await import(
  new URL('../dist/app/library.js', import.meta.url).href
)) as typeof import('../src/faces/library/library.ts');
const { buildProjectBrief, conventionScore, close } = openSession();

const MS_PER_TICK = 10;
const PAGE_BYTES = 4_096;

type Source = { readonly path: string; readonly text: string; readonly lines: number };

const sourcesIn = (folder: string): readonly Source[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const within = relative(folder, path);
    if (!entry.isFile() || languageOf(path) === null || classifyPath(within) === 'generated') return [];
    const text = readFileSync(path, 'utf8');
    if (text.length > 300_000) return [];
    return [{ path: within, text, lines: text.split('\n').length }];
  });

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Each copy has its own words, so that git sees no two equal files. */
const multiply = (sources: readonly Source[], root: string): number => {
  let total = 0;
  for (let copy = 0; total < LINES; copy += 1)
    for (const { path, text, lines } of sources) {
      if (total >= LINES) break;
      const at = join(root, `part${copy}`, path);
      mkdirSync(dirname(at), { recursive: true });
      writeFileSync(at, `${text}\n${languageOf(path)?.id === 'python' ? '#' : '//'} copy ${copy}\n`);
      total += lines + 2;
    }
  return total;
};

const git = (root: string, ...words: string[]): string =>
  execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@hydra.invalid', ...words], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });

type Load = { readonly mb: number; readonly cpuMs: ReadonlyMap<number, number> };

/** Memory in use by a process and its descendants, and the processor time of each. */
const loadOf = (root: number): Load => {
  const [parents, sizes, times] = [
    new Map<number, number>(),
    new Map<number, number>(),
    new Map<number, number>(),
  ];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const pid = Number(name);
      const [, rest = ''] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ');
      const fields = rest.split(' ').map(Number);
      parents.set(pid, fields[1] ?? 0);
      times.set(pid, ((fields[11] ?? 0) + (fields[12] ?? 0)) * MS_PER_TICK);
      sizes.set(pid, ((fields[21] ?? 0) * PAGE_BYTES) / 1024 / 1024);
    } catch {
      // It ended meanwhile.
    }
  }
  const belongs = (pid: number): boolean => pid === root || (pid > 1 && belongs(parents.get(pid) ?? 0));
  const own = [...sizes.keys()].filter(belongs);
  return {
    mb: own.reduce((sum, pid) => sum + (sizes.get(pid) ?? 0), 0),
    cpuMs: new Map(own.map((pid) => [pid, times.get(pid) ?? 0])),
  };
};

type Ran = { readonly ms: number; readonly peakMb: number; readonly cpuMs: number; readonly json: string };

const runBrief = (root: string): Promise<Ran> =>
  new Promise((done, fail) => {
    const startedMs = performance.now();
    const child = spawn(process.execPath, [main, 'brief', '--json'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let [json, peakMb] = ['', 0];
    const cpu = new Map<number, number>();
    const timer = setInterval(() => {
      const { mb, cpuMs } = loadOf(child.pid ?? 0);
      peakMb = Math.max(peakMb, mb);
      for (const [pid, ms] of cpuMs) cpu.set(pid, ms);
    }, 100);
    child.stdout.setEncoding('utf8').on('data', (text: string) => (json += text));
    child.on('error', fail);
    child.on('close', (code) => {
      clearInterval(timer);
      const cpuMs = [...cpu.values()].reduce((sum, ms) => sum + ms, 0);
      if (code === 0) done({ ms: performance.now() - startedMs, peakMb, cpuMs, json });
      else fail(new Error(`hydra brief ended with ${code}`));
    });
  });

const coldLines = async (root: string): Promise<readonly Line[]> => {
  const [rounds, paced]: [Ran[], number[]] = [[], []];
  for (let round = 0; round < 3; round += 1) {
    rmSync(join(root, '.hydra'), { recursive: true, force: true });
    const own = await atNominalPace(async () => {
      const ran = await runBrief(root);
      rounds.push(ran);
      return ran.ms;
    });
    paced.push(own);
  }
  const brief = JSON.parse(rounds[0]?.json ?? '{}') as ProjectBrief;
  const { files, lines, languages, notes } = brief;
  console.log(JSON.stringify({ files, lines, languages, notes }));
  console.log(`wall: ${rounds.map(({ ms }) => `${ms.toFixed(0)} ms`).join(', ')}`);
  const cpuMs = median(rounds.map((ran, at) => (ran.cpuMs * (paced[at] ?? 0)) / ran.ms)) / Math.min(cores, 2);
  return [
    line(`brief of ${lines} lines in ${files} files, cold`, median(paced), 'ms*', { atMost: LIMITS.coldMs }),
    line('the same: computing time of all its processes, on two cores', cpuMs, 'ms*', {
      atMost: LIMITS.coldMs,
    }),
    line(
      'the same: memory of all its processes at the peak',
      Math.max(...rounds.map(({ peakMb }) => peakMb)),
      'MB',
      {
        atMost: LIMITS.memoryMb,
      },
    ),
  ];
};

const changeLines = async (root: string, file: string): Promise<readonly Line[]> => {
  const [fresh, warm]: [number[], number[]] = [[], []];
  const change = (): void => appendFileSync(join(root, file), '\n');
  for (let round = 0; round < 5; round += 1) {
    change();
    fresh.push(await atNominalPace(async () => (await runBrief(root)).ms));
  }
  for (let round = 0; round < 9; round += 1) {
    change();
    const ms = await atNominalPace(async () => {
      const startedMs = performance.now();
      await buildProjectBrief(root);
      return performance.now() - startedMs;
    });
    if (round > 1) warm.push(ms);
  }
  return [
    line('after a one-file change, by the library in a process that has made one', median(warm), 'ms*', {
      atMost: LIMITS.changeMs,
    }),
    line('after a one-file change, by the command line from its start', median(fresh), 'ms*', {
      atMost: LIMITS.commandMs,
    }),
  ];
};

const CLEAN = { lint_errors: 0, type_errors: 0, tests_passed: 1, tests_failed: 0 };

const scoreLine = async (root: string, sources: readonly Source[]): Promise<Line> => {
  const brief = await buildProjectBrief(root);
  const chosen = sources.filter(({ lines }) => lines > 40 && lines < 400).slice(0, CANDIDATE_FILES);
  const times: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    const files = chosen.map(({ path, text }, at) => ({
      path: at % 4 === 0 ? `part0/${dirname(path)}/new-file-${at}${extname(path)}` : `part0/${path}`,
      content: text.replaceAll('value', `value${round}`),
    }));
    const ms = await atNominalPace(() => {
      const startedMs = performance.now();
      conventionScore({ candidate: { files }, brief, exec: CLEAN, repoRoot: root });
      return performance.now() - startedMs;
    });
    times.push(ms);
  }
  return line(`convention score of a candidate of ${chosen.length} files`, median(times.slice(2)), 'ms*', {
    atMost: LIMITS.scoreMs,
  });
};

const declaredBy = async (sources: readonly Source[]) => {
  for (const { path } of sources) await prepareGrammar(path);
  const startedMs = performance.now();
  const [declared, all] = [new Map<string, ReadonlySet<string>>(), new Map<string, ReadonlySet<string>>()];
  for (const { path, text } of sources) {
    const reading = extractSource(await prepareGrammar(path), Buffer.from(text));
    if ('unread' in reading) continue;
    all.set(path, new Set(reading.names));
    declared.set(
      path,
      new Set(nameFacts(reading).flatMap(({ name, role }) => (role === 'used' ? [] : [name]))),
    );
  }
  return { declared, all, ms: performance.now() - startedMs };
};

const overlap = (
  theirs: ReadonlyMap<string, ReadonlySet<string>>,
  ours: ReadonlyMap<string, ReadonlySet<string>>,
) => {
  let [both, all] = [0, 0];
  for (const [path, names] of theirs)
    for (const name of names) {
      all += 1;
      if (ours.get(path)?.has(name)) both += 1;
    }
  return { both, all, share: all === 0 ? 0 : both / all };
};

const size = (names: ReadonlyMap<string, ReadonlySet<string>>): number =>
  [...names.values()].reduce((sum, { size: count }) => sum + count, 0);

const CTAGS = [
  '--output-format=json',
  '--fields=+K',
  '--sort=no',
  '--kinds-Go=-p',
  '--kinds-Java=-p',
  '--kinds-Python=-ixI',
  '-L',
  '-',
  '-f',
  '-',
];

const ctagsLines = async (sources: readonly Source[], folder: string): Promise<readonly Line[]> => {
  const startedMs = performance.now();
  let output: string;
  try {
    output = execFileSync('ctags', CTAGS, {
      cwd: folder,
      input: sources.map(({ path }) => path).join('\n'),
      stdio: ['pipe', 'pipe', 'ignore'],
      encoding: 'utf8',
      maxBuffer: 1 << 30,
    });
  } catch (error) {
    console.log(`ctags was not compared: ${(error as Error).message.split('\n')[0]}`);
    return [];
  }
  const ms = performance.now() - startedMs;
  const tags = new Map<string, Set<string>>();
  for (const row of output.split('\n')) {
    if (row === '') continue;
    const { name, path, kind } = JSON.parse(row) as { name: string; path: string; kind?: string };
    // Invented by ctags, or a path.
    if (kind === 'package' || kind === 'namespace' || /^anonymous|^__anon|[^\w$#]/i.test(name)) continue;
    tags.set(path, (tags.get(path) ?? new Set()).add(name));
  }
  const { declared, ms: ownMs } = await declaredBy(sources);
  const { both, all, share } = overlap(tags, declared);
  console.log(
    `ctags: ${all} names in ${ms.toFixed(0)} ms, ${both} of them found here; here ${size(declared)} in ${ownMs.toFixed(0)} ms`,
  );
  return [
    line('names that ctags finds and extraction finds too', share, 'share', { atLeast: 0.9 }),
    line('names declared, for each that ctags finds', size(declared) / all, 'times', { atLeast: 1 }),
    line('time of extraction on one core, ctags being 1', ownMs / ms, 'times', { atMost: 10 }),
  ];
};

type TypeScript = {
  createSourceFile(name: string, text: string, target: number, parents: boolean): unknown;
  forEachChild(node: unknown, visit: (child: unknown) => void): void;
  isIdentifier(node: unknown): node is { readonly text: string };
  isImportDeclaration(node: unknown): boolean;
  isExportDeclaration(node: unknown): boolean;
};

const compilerLines = async (sources: readonly Source[]): Promise<readonly Line[]> => {
  const at = process.env['TYPESCRIPT'];
  const scripts = sources.filter(({ path }) => languageOf(path)?.id === 'script');
  if (at === undefined || scripts.length === 0) {
    console.log(
      'the TypeScript compiler was not compared: TYPESCRIPT names none, or there is no such source',
    );
    return [];
  }
  const ts = createRequire(import.meta.url)(resolve(at)) as TypeScript;
  const startedMs = performance.now();
  const names = new Map<string, ReadonlySet<string>>();
  for (const { path, text } of scripts) {
    const own = new Set<string>();
    const visit = (node: unknown): void => {
      if (ts.isIdentifier(node) && node.text !== '' && node.text !== 'undefined') own.add(node.text);
      if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(path, text, 99, false));
    names.set(path, own);
  }
  const ms = performance.now() - startedMs;
  const { all, ms: ownMs } = await declaredBy(scripts);
  const [theirs, ours] = [overlap(names, all), overlap(all, names)];
  console.log(
    `TypeScript: ${theirs.all} names in ${ms.toFixed(0)} ms; here ${ours.all} in ${ownMs.toFixed(0)} ms`,
  );
  return [
    line('names that the TypeScript compiler finds and extraction finds too', theirs.share, 'share', {
      atLeast: 0.99,
    }),
    line('names that extraction finds and the TypeScript compiler finds too', ours.share, 'share', {
      atLeast: 0.98,
    }),
    line('time of extraction on one core, the TypeScript compiler being 1', ownMs / ms, 'times', {
      atMost: 3,
    }),
  ];
};

const folders =
  process.argv.length > 2 ? process.argv.slice(2).map((each) => resolve(each)) : [resolve('src')];
const work = mkdtempSync(join(tmpdir(), 'hydra-bench-'));
try {
  // One copy of everything in one folder, for the compared tools; the rest is made from it.
  const sources = folders.flatMap((folder, at) =>
    sourcesIn(folder).map((each) => ({ ...each, path: `from${at}/${each.path}` })),
  );
  const [once, root] = [join(work, 'once'), join(work, 'million')];
  for (const { path, text } of sources) {
    mkdirSync(dirname(join(once, path)), { recursive: true });
    writeFileSync(join(once, path), text);
  }
  mkdirSync(root);
  console.log(`${multiply(sources, root)} lines made of ${sources.length} files`);
  git(root, 'init', '--quiet', '--initial-branch=main');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', 'base');
  const lines = [
    ...(await coldLines(root)),
    ...(await changeLines(root, `part0/${sources[0]?.path ?? ''}`)),
    await scoreLine(root, sources),
    ...(await ctagsLines(sources, once)),
    ...(await compilerLines(sources)),
  ];
  report('brief', lines);
} finally {
  await close();
  rmSync(work, { recursive: true, force: true });
}
