import { join } from 'node:path';
import { touches } from '../../../core/analyse/change/line-spans.ts';
import { estimateDifficulty, measureSolution } from '../../../core/bench/estimate-difficulty.ts';
import { sortTests, type SortedTests } from '../../../core/bench/sort-tests.ts';
import { splitFix, type SplitFix } from '../../../core/bench/split-fix.ts';
import { kindOf, taskLanguage, taskText } from '../../../core/bench/task-text.ts';
import { writeTaskToml } from '../../../core/bench/write-task-toml.ts';
import type { TaskEstimate, TaskFile } from '../../../core/domain/bench/bench-task.ts';
import type { Cell } from '../../../core/domain/evidence/matrix.ts';
import { readChangedFiles } from '../../assess/read-changed-files.ts';
import { UserError } from '../../errors/user-error.ts';
import type { ReadFile } from '../../ports/files.ts';
import type { FetchedCommit } from '../../ports/task-repositories.ts';
import type { BenchTools } from '../bench-tools.ts';
import { inTaskRepository, type TaskPlace } from './in-task-repository.ts';
import { loadTask } from './load-task.ts';
import { readGitTask } from './read-git-task.ts';
import { importInto, type TaskProof, validateBenchTask } from './validate-bench-task.ts';
import { type Verified, verifyChanges } from '../verify-change.ts';

export type NewTaskRequest = {
  /** A local repository, or an address by https or ssh. */
  readonly repository: string;
  readonly commit: string;
  /** The folder of tasks to write to. */
  readonly out: string;
  /** Absent: after the repository and the commit. */
  readonly name?: string;
  readonly title?: string;
  readonly kind?: TaskFile['kind'];
  /** The text for the agent; absent: the commit's message. */
  readonly issue?: string;
  readonly setup?: TaskFile['setup'];
  readonly services?: TaskFile['services'];
  /** Paths of the commit that are its tests; absent: by their names. */
  readonly tests?: readonly string[];
  /** Write only references, not the files. */
  readonly recipe?: boolean;
  /** The address that a recipe names, if `repository` is a copy. */
  readonly url?: string;
  /** Runs of the tests on the base, and on the fix; 3 by default. */
  readonly repeat?: number;
  readonly onProgress?: (text: string) => void;
};

export type NewTask = {
  readonly task: string;
  readonly folder: string;
  readonly tests: SortedTests;
  readonly difficulty: TaskFile['difficulty'];
  readonly estimate: TaskEstimate;
  readonly proof: TaskProof;
};

const DEFAULT_REPEAT = 3;
const SHORT = 8;

const refused = (why: string, fix: string): UserError => new UserError('task-commit', why, fix);

const splitCommit = (commit: FetchedCommit, files: readonly string[] | undefined): SplitFix => {
  const split = splitFix(commit, files);
  if (split.tests.length === 0)
    throw refused(
      `${commit.commit} changes no test, so nothing would prove a solution`,
      'Choose a commit that contains tests, or give its test files with --tests.',
    );
  if (split.source.length === 0)
    throw refused(`${commit.commit} changes nothing but tests`, 'Choose a commit that fixes something.');
  return split;
};

/** A run that could not take place does not count. */
const cellOfRun = (seen: Verified | undefined, what: string): Cell => {
  const cell = seen?.fail_to_pass;
  if (cell?.known) return cell.value;
  if (cell?.cause === 'candidate') return { passed: [], failed: [], skipped: [] };
  throw new UserError(
    'task-tests',
    `The tests could not be run on ${what}: ${cell?.reason ?? 'they were not run'}`,
    'Set --install and --test, and check that they work by hand.',
  );
};

const measureTests = async (
  place: TaskPlace,
  settings: Pick<TaskFile, 'setup' | 'services'>,
  gold: string,
  repeat: number,
): Promise<{ readonly sorted: SortedTests; readonly log: string }> => {
  const nths = Array.from({ length: repeat }, (_, at) => at + 1);
  const trees = nths.flatMap((nth) => {
    // The last run is in other surroundings: results that depend on them are not properties of the change.
    const place = nth === repeat && repeat > 1 ? ({ place: 'elsewhere' } as const) : {};
    return [
      { name: `base-${nth}`, tree: null, nth, ...place },
      { name: `fix-${nth}`, tree: gold, nth, ...place },
    ];
  });
  const seen = await verifyChanges(
    place,
    { ...settings, tests: { fail_to_pass: ['any'], pass_to_pass: [] } },
    trees,
  );
  const cells = (what: 'base' | 'fix') =>
    nths.map((nth) => cellOfRun(seen.get(`${what}-${nth}`), `the ${what}`));
  return { sorted: sortTests(cells('base'), cells('fix')), log: seen.get('fix-1')?.log ?? '' };
};

/** Highest complexity among functions that the solution touches. */
const complexityOf = async ({ tools, base }: TaskPlace, tree: string): Promise<number | null> => {
  const { files } = await readChangedFiles(tools.repository, { baseTree: base.tree, tree });
  const bundled = await tools.bundledAnalysers();
  let highest: number | null = null;
  for (const file of files) {
    const reading = await bundled.measure(file.path, file.text);
    if (!reading.known) continue;
    for (const { firstLine, lastLine, complexity } of reading.value.measures.functions)
      if (touches(file, firstLine, lastLine)) highest = Math.max(highest ?? 0, complexity);
  }
  return highest;
};

const text = (path: string, content: string): ReadFile => ({
  path,
  bytes: Buffer.from(content),
  executable: false,
});

const under = (folder: string, files: readonly ReadFile[]): readonly ReadFile[] =>
  files.map((file) => ({ ...file, path: `${folder}/${file.path}` }));

const nameOf = ({ repository, url, name }: NewTaskRequest, { commit }: FetchedCommit): string => {
  if (name !== undefined) return name;
  const last = (url ?? repository).replace(/\/+$/, '').replace(/(?:\/repo)?(?:\.git)?$/, '');
  const plain = last
    .split(/[/:+]/)
    .at(-1)!
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, '-')
    .replace(/^[.-]+/, '');
  return `${plain.slice(0, 40) || 'task'}-${commit.slice(0, SHORT)}`;
};

type Made = {
  readonly file: TaskFile;
  readonly sorted: SortedTests;
  readonly issue: string;
  readonly gold: Uint8Array;
};

const makeTask = async (bench: BenchTools, request: NewTaskRequest, commit: FetchedCommit): Promise<Made> => {
  const { repository: git, setup, services, repeat = DEFAULT_REPEAT, onProgress } = request;
  const split = splitCommit(commit, request.tests);
  const told = taskText(commit.message);
  const issue = request.issue ?? told.issue;
  const settings = {
    ...(setup === undefined ? {} : { setup }),
    ...(services === undefined ? {} : { services }),
  };
  const files = request.tests === undefined ? {} : { files: [...request.tests] };
  const repo = { git, ref: commit.parent, fix: commit.commit };
  const placed = { folder: request.out, repo, gold: null, hiddenIn: 'fix' as const, tests: files };
  return inTaskRepository(bench, placed, async (place) => {
    const gold = await place.gold();
    const made = await importInto(place, gold);
    if (!made.ok) throw refused(`The fix without its tests ${made.reason}`, 'Choose another commit.');
    onProgress?.(`running ${split.tests.length} test files on the base and on the fix, ${repeat} times each`);
    const { sorted, log } = await measureTests(place, settings, made.tree, repeat);
    if (sorted.fail_to_pass.length === 0)
      throw new UserError(
        'task-tests',
        `No test fails before ${commit.commit.slice(0, SHORT)} and passes after it: ${sorted.pass_to_pass.length} pass on both, ${sorted.flaky.length} are flaky, ${sorted.useless.length} do not pass with the fix.`,
        `Set --install and --test if the tests do not run as they should.${log.trim() === '' ? '' : ` Their output ends:\n${log.trimEnd().split('\n').slice(-15).join('\n')}`}`,
      );
    const patch = Buffer.from(gold).toString('utf8');
    const complexity = await complexityOf(place, made.tree);
    const estimate = {
      ...measureSolution(patch, split.source, issue),
      ...(complexity === null ? {} : { complexity }),
    };
    const file: TaskFile = {
      title: request.title ?? told.title,
      language: taskLanguage(split.source),
      kind: request.kind ?? kindOf(commit.message),
      difficulty: estimateDifficulty(estimate),
      estimate,
      ...settings,
      tests: {
        fail_to_pass: [...sorted.fail_to_pass],
        pass_to_pass: [...sorted.pass_to_pass],
        ...(request.recipe ? { files: [...split.tests] } : {}),
      },
    };
    return { file, sorted, issue, gold };
  });
};

/**
 * Turns a historical fix into a task with hidden tests from the commit, sorted by their results before and after it.
 * Flaky tests and the history are left out. The written task is proven before this returns.
 */
export const newTaskFromCommit = async (bench: BenchTools, request: NewTaskRequest): Promise<NewTask> => {
  const { repository: git, recipe = false, url } = request;
  const { files: disk } = bench.reader;
  const commit = await bench.repositories.readCommit({ git, commit: request.commit });
  const name = nameOf(request, commit);
  const folder = join(request.out, name);
  if ((await disk.readBounded(join(folder, 'task.toml'), 1)) !== null)
    throw new UserError('task-exists', `${folder} is already a task`, 'Give another --name, or remove it.');
  const { file, sorted, issue, gold } = await makeTask(bench, request, commit);
  const source = { git: url ?? git, ref: commit.parent, fix: commit.commit };
  const written = recipe
    ? [text('task.toml', writeTaskToml({ ...file, repo: source }))]
    : [
        text('task.toml', writeTaskToml(file)),
        { path: 'gold.patch', bytes: gold, executable: false },
        ...under('repo', (await readGitTask(bench, { git, ref: commit.parent })).files),
        ...under('tests', await commit.read(splitFix(commit, request.tests).tests)),
      ];
  await disk.writeTree(folder, [...written, text('issue.md', issue)]);
  request.onProgress?.('proving the task as written');
  const task = await loadTask(bench.reader, folder);
  const proof = await validateBenchTask(bench, task);
  return {
    task: name,
    folder,
    tests: sorted,
    difficulty: file.difficulty,
    estimate: file.estimate!,
    proof,
  };
};
