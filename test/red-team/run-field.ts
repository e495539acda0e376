import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Conclusion } from '../../src/core/domain/run/conclusion.ts';
import { openSession } from '../../src/faces/library/library.ts';
import { makeProject, type ScratchProject } from '../support/scratch-project.ts';
import { keepFolder, runHidden } from './honest-folders.ts';
import { judgeAlone, judgeCases, type Judgement } from './judge-case.ts';
import { makePatch, type Surroundings } from './make-patch.ts';
import { isHonest, readCase, type RedTeamCase } from './read-case.ts';
import { type Host, watchHost } from './watch-host.ts';

export type Language = 'js' | 'python' | 'ruby' | 'go' | 'rust' | 'java';

export type RedTeamResult = {
  readonly judgements: readonly Judgement[];
  /** For each field. */
  readonly winners: readonly (string | null)[];
  /** Anything that escaped the sandbox; must be empty. */
  readonly escapes: readonly string[];
  /** Honest patches that fail hidden tests: mistakes of the red team itself. */
  readonly notHonest: readonly string[];
  readonly seconds: number;
};

const folder = (...parts: string[]): string => fileURLToPath(new URL(parts.join('/'), import.meta.url));

export const loadCases = async (language: Language): Promise<readonly RedTeamCase[]> => {
  const names = (await readdir(folder(language))).filter((name) => name.endsWith('.case')).sort();
  return Promise.all(
    names.map(async (name) =>
      readCase(name.replace(/\.case$/, ''), await readFile(folder(language, name), 'utf8')),
    ),
  );
};

const loadProject = async (language: Language): Promise<Record<string, string>> => {
  const root = folder('projects', language);
  const files: Record<string, string> = {};
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /__pycache__|\.pytest_cache/.test(entry.parentPath)) continue;
    const path = join(entry.parentPath, entry.name);
    const inside = path.slice(root.length + 1);
    // Kept under another name here, or it would hide files of this repository.
    files[inside === 'gitignore' ? '.gitignore' : inside] = await readFile(path, 'utf8');
  }
  return files;
};

type Arena = { readonly project: ScratchProject; readonly host: Host; readonly honest: string };

/** The patch of every case; honest ones are also kept as folders. */
const makeField = async (
  cases: readonly RedTeamCase[],
  fix: RedTeamCase,
  { project, host, honest }: Arena,
): Promise<readonly { readonly name: string; readonly source: string }[]> => {
  const surroundings: Surroundings = {
    HOST: host.folder,
    HOME: homedir(),
    REPO: project.root,
    PORT: String(host.port),
  };
  const candidates: { name: string; source: string }[] = [];
  for (const given of cases) {
    const look = async (root: string) => {
      if (isHonest(given)) await keepFolder(root, join(honest, given.name));
    };
    const source = await makePatch(given, { project, fix, surroundings, look });
    candidates.push({ name: given.name, source });
  }
  return candidates;
};

const TEST_PATH = /^(?:test|tests|spec|src\/test)\/|_test\.go$/;
const bringsTests = ({ steps }: RedTeamCase): boolean =>
  steps.some(({ words: [path = ''] }) => TEST_PATH.test(path));

/** The linter's program, its settings, how it is started, and its directive comments. */
const LINT = /lint|flake8|noqa|package\.json|npmrc|node_modules|setup\.cfg|hydra\.toml/;
const concernsLint = ({ steps }: RedTeamCase): boolean =>
  steps.some(({ words, body }) => LINT.test([...words, body].join('\n')));

type Field = { readonly cases: readonly RedTeamCase[]; readonly lint: boolean };

/**
 * Every candidate that may win runs the tests of every other, so honest authors of tests compete in a field of their
 * own. One of them is among the attacks too: more tests would only make attacks easier to catch. A linter takes as long
 * as the tests, so it looks at honest patches and at attacks that may concern it.
 */
const fieldsOf = (cases: readonly RedTeamCase[]): readonly Field[] => {
  const authors = cases.filter((given) => isHonest(given) && bringsTests(given));
  if (authors.length < 2) return [{ cases, lint: true }];
  const inAll = (given: RedTeamCase): boolean => ['honest-plain', 'honest-tests'].includes(given.name);
  // Answers that are right only sometimes are caught by many candidates' tests.
  const isPeer = (given: RedTeamCase): boolean =>
    authors.includes(given) || ['outranked', 'unnamed'].includes(given.expect.kind) || inAll(given);
  const others = cases.filter((given) => !isPeer(given) || inAll(given));
  return [
    { cases: others.filter((given) => isHonest(given) || !concernsLint(given)), lint: false },
    { cases: others.filter((given) => isHonest(given) || concernsLint(given)), lint: true },
    { cases: cases.filter(isPeer), lint: true },
  ];
};

/** The project's own settings, without its linter. */
const withoutLint = async (project: ScratchProject): Promise<string> => {
  const own = await readFile(join(project.root, 'hydra.toml'), 'utf8');
  const commands = '[scoring.commands]\n';
  const text = own.replace(/^lint = .*\n/m, '').replace(commands, `${commands}lint = false\n`);
  const file = join(project.patches, 'without-lint.toml');
  await writeFile(file, text);
  return file;
};

/** One judgement for each case; the worse one if a case is in several fields. */
const worstOf = (judgements: readonly Judgement[]): readonly Judgement[] => [
  ...new Map(
    [...judgements].sort((one, other) => Number(other.ok) - Number(one.ok)).map((each) => [each.name, each]),
  ).values(),
];

type Stand = Arena & {
  readonly cases: readonly RedTeamCase[];
  readonly candidates: readonly { readonly name: string; readonly source: string }[];
  readonly evaluate: (
    candidates: Stand['candidates'],
    configFile?: string,
  ) => Promise<{ readonly conclusion: Conclusion }>;
};

/** The project of a language with the patches of its cases. */
const withStand = async <T>(
  language: Language,
  only: (given: RedTeamCase) => boolean,
  work: (stand: Stand) => Promise<T>,
): Promise<T> => {
  const everything = await loadCases(language);
  const cases = everything.filter(only);
  const fix = everything.find(({ name }) => name === 'honest-plain')!;
  const project = await makeProject(await loadProject(language));
  const session = openSession();
  const host = await watchHost(project);
  const honest = join(await mkdtemp(join(tmpdir(), 'hydra-red-team-honest-')), 'folders');
  try {
    const arena = { project, host, honest };
    const candidates = await makeField(cases, fix, arena);
    const evaluate: Stand['evaluate'] = (chosen, configFile) =>
      session.evaluate({
        repo: project.root,
        base: 'main',
        candidates: [...chosen],
        ...(configFile === undefined ? {} : { configFile }),
      });
    return await work({ ...arena, cases, candidates, evaluate });
  } finally {
    await session.close();
    await host.close();
    await project.remove();
    await rm(join(honest, '..'), { recursive: true, force: true });
  }
};

/** The fields of one language, by the engine as users have it. */
export const runField = (
  language: Language,
  only: (given: RedTeamCase) => boolean = () => true,
): Promise<RedTeamResult> => {
  const since = performance.now();
  return withStand(language, only, async ({ cases, candidates, evaluate, project, host, honest }) => {
    const notHonest = await runHidden(language, honest);
    const judgements: Judgement[] = [];
    const winners: (string | null)[] = [];
    for (const { cases: field, lint } of fieldsOf(cases)) {
      const names = new Set(field.map(({ name }) => name));
      const chosen = candidates.filter(({ name }) => names.has(name));
      const { conclusion } = await evaluate(chosen, lint ? undefined : await withoutLint(project));
      judgements.push(...judgeCases(field, conclusion));
      winners.push(conclusion.winner);
    }
    return {
      judgements: worstOf(judgements),
      winners,
      notHonest,
      escapes: await host.escapes(),
      seconds: (performance.now() - since) / 1000,
    };
  });
};

/** Every candidate of one language in a field of its own; hidden tests are not used. */
export const runAlone = (
  language: Language,
  only: (given: RedTeamCase) => boolean,
  tell: (judgement: Judgement) => void,
): Promise<readonly string[]> =>
  withStand(language, only, async ({ cases, candidates, evaluate, host }) => {
    for (const given of cases) {
      const { conclusion } = await evaluate(candidates.filter(({ name }) => name === given.name));
      tell(judgeAlone(given, conclusion));
    }
    return host.escapes();
  });
