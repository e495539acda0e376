import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { findClone } from '../../src/shell/adapters/git/repository/find-clone.ts';
import { candidatesFrom, roleOf, type Candidate, type Edit, type Fix, type Kind } from './candidates.ts';
import { readHunks } from './hunks.ts';
import { judge, Verdict, type Judgement } from './judge.ts';
import { randomFrom, shuffled } from './random.ts';
import { commandsOf, type WildCase } from './wild-list.ts';

export type Campaign = {
  /** Clones, as `owner/name`, `owner+name` or `owner+name/repo`. */
  readonly clones: string;
  readonly work: string;
  readonly results: string;
  readonly hydra: string;
  /** Commit of the engine: a result of another engine is measured again. */
  readonly engine: string;
  readonly seed: string;
  readonly timeoutMs: number;
};

const KINDS = [
  'with-tests',
  'without-tests',
  'partial',
  'inverted',
  'off-by-one',
  'scope-creep',
  'no-op',
  'breaking',
] as const satisfies readonly Kind[];

const ByHand = z.object({
  ok: z.boolean(),
  why: z.string(),
  installSeconds: z.number(),
  /** One run of the project's own test command on the fix. */
  testSeconds: z.number(),
});
/** Facts known about a case before Hydra sees it; kept, because they cost more than the evaluation. */
const Field = z.object({
  seed: z.string(),
  fix: z.string(),
  byHand: ByHand,
  entrants: z.array(
    z.object({ name: z.string(), kind: z.enum(KINDS), right: z.boolean(), told: z.string() }),
  ),
  leftOut: z.array(z.string()),
});
type Field = z.infer<typeof Field>;

export type WildResult = {
  readonly repository: string;
  readonly language: WildCase['language'];
  readonly fix: string;
  readonly engine: string;
  readonly byHand: z.infer<typeof ByHand>;
  readonly judgement: Judgement | null;
  readonly hydraSeconds: number | null;
  readonly timeRatio: number | null;
};

type Ended = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
};

/** Without settings that `npm run` makes for its own scripts, such as silence. */
const ENV = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));

/** Bytes as latin1, so that any file comes back as it was. */
const run = (
  program: string,
  words: readonly string[],
  { cwd, timeoutMs = 120_000 }: { cwd: string; timeoutMs?: number },
): Promise<Ended> =>
  new Promise((resolve) => {
    const since = performance.now();
    const child = spawn(program, words, { cwd, env: ENV, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const parts: Record<'stdout' | 'stderr', string[]> = { stdout: [], stderr: [] };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (data: Buffer) => parts[name].push(data.toString('latin1')));
    const stop = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), timeoutMs);
    const end = (code: number | null, more = '') => {
      clearTimeout(stop);
      resolve({
        code,
        stdout: parts.stdout.join(''),
        stderr: parts.stderr.join('') + more,
        seconds: (performance.now() - since) / 1000,
      });
    };
    child.on('error', (error) => end(null, error.message));
    child.on('close', (code) => end(code));
  });

const git = async (cwd: string, ...words: readonly string[]): Promise<string> => {
  const { code, stdout, stderr } = await run('git', ['-c', 'core.quotePath=false', ...words], { cwd });
  if (code !== 0) throw new Error(`git ${words.join(' ')}: ${stderr.trim()}`);
  return stdout;
};

const cloneOf = ({ clones }: Campaign, { repository }: WildCase): string => {
  const found = findClone(clones, repository);
  if (found) return found;
  throw new Error(
    `no clone of ${repository} in ${clones}: git clone --mirror it to ${join(clones, repository.replace('/', '+'))}`,
  );
};

export const nameOf = ({ repository, fix }: WildCase): string =>
  `${repository.replace('/', '+')}-${fix.slice(0, 8)}`;

const checkout = async (campaign: Campaign, one: WildCase, folder: string): Promise<string> => {
  // Some tests compare a path with its URL, where a plus is escaped.
  const at = join(campaign.work, nameOf(one).replace('+', '-'), folder);
  await rm(at, { recursive: true, force: true });
  await mkdir(dirname(at), { recursive: true });
  await git(dirname(at), 'clone', '--quiet', '--no-checkout', cloneOf(campaign, one), at);
  await git(at, 'checkout', '--quiet', '-B', 'wild-base', `${one.fix}^`);
  await git(at, 'config', 'user.name', 'wild');
  await git(at, 'config', 'user.email', 'wild@example.invalid');
  return at;
};

const MOST_BYSTANDERS = 20;

const readFix = async (repo: string, { fix }: WildCase): Promise<Fix> => {
  const list = async (...words: readonly string[]) =>
    (await git(repo, ...words, '-z')).split('\0').filter((path) => path !== '');
  const show = async (commit: string, path: string) => {
    const { code, stdout } = await run('git', ['show', `${commit}:${path}`], { cwd: repo });
    return code === 0 ? stdout : null;
  };
  const changed = await list('diff', '--name-only', '--no-renames', `${fix}^`, fix);
  const files = await Promise.all(
    changed.map(async (path) => ({
      path,
      role: roleOf(path),
      before: await show(`${fix}^`, path),
      after: await show(fix, path),
      hunks: readHunks(await git(repo, 'diff', '-U0', '--no-renames', `${fix}^`, fix, '--', path)),
    })),
  );
  const source = files.find(({ role }) => role === 'source');
  const extension = source?.path.split('.').at(-1) ?? '';
  const others = (await list('ls-tree', '-r', '--name-only', `${fix}^`))
    .filter((path) => path.endsWith(`.${extension}`) && roleOf(path) === 'source' && !changed.includes(path))
    // Next to the fix first: a change in generated or vendored code would be another matter.
    .sort(
      (a, b) => Number(dirname(b) === dirname(source!.path)) - Number(dirname(a) === dirname(source!.path)),
    )
    .slice(0, MOST_BYSTANDERS);
  const bystanders = await Promise.all(
    others.map(async (path) => ({ path, text: (await show(`${fix}^`, path)) ?? '' })),
  );
  return { files, bystanders };
};

const write = async (root: string, edits: readonly Edit[]): Promise<void> => {
  for (const { path, text } of edits) {
    const at = join(root, path);
    await mkdir(dirname(at), { recursive: true });
    if (text === null) await rm(at, { force: true });
    else await writeFile(at, text, 'latin1');
  }
};

/** Ways of one kind that are tried before the kind is left out. */
const MOST_WAYS = 3;
const PROVEN_WRONG = new Set<Kind>(['partial', 'inverted', 'off-by-one', 'breaking']);

type Hand = {
  readonly field: Pick<Field, 'byHand' | 'leftOut'>;
  readonly chosen: readonly { readonly candidate: Candidate; readonly right: boolean }[];
};

const asUtf8 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');
/** From the first line of an error on, if there is one. */
const complaint = (stderr: string): string => /^error .*/ms.exec(stderr)?.[0] ?? stderr;
const tail = (text: string): string => text.trim().split('\n').slice(-12).join('\n').slice(-1500);

/** The fix's tests decide, run as its authors run them: is the fix right, the base wrong, and which mutants are wrong? */
const tryByHand = async (campaign: Campaign, one: WildCase, fix: Fix, repo: string): Promise<Hand> => {
  const commands = commandsOf(one);
  const ways = await candidatesFrom(fix, `${campaign.seed} ${nameOf(one)}`);
  const shell = (command: string) => run('sh', ['-c', command], { cwd: repo, timeoutMs: campaign.timeoutMs });
  const restore = (edits: readonly Edit[]): readonly Edit[] =>
    edits.map(({ path }) => ({
      path,
      text:
        fix.files.find((file) => file.path === path)?.before ??
        fix.bystanders.find((file) => file.path === path)?.text ??
        null,
    }));
  const tests = fix.files
    .filter(({ role }) => role === 'test')
    .map(({ path, after }) => ({ path, text: after }));
  const passes = async (edits: readonly Edit[]): Promise<Ended> => {
    await write(repo, [...edits, ...tests]);
    const ended = await shell(commands.test);
    await write(repo, restore([...edits, ...tests]));
    return ended;
  };
  const nothing = { leftOut: [], chosen: [] };
  const installed = await shell(commands.install);
  const refuse = (why: string, testSeconds = 0): Hand => ({
    field: {
      byHand: { ok: false, why, installSeconds: installed.seconds, testSeconds },
      leftOut: nothing.leftOut,
    },
    chosen: nothing.chosen,
  });
  if (installed.code !== 0) return refuse(`install: ${tail(asUtf8(installed.stdout + installed.stderr))}`);
  const whole = ways.get('with-tests')![0]!;
  const right = await passes(whole.edits);
  if (right.code !== 0)
    return refuse(`tests fail with the fix: ${tail(asUtf8(right.stdout + right.stderr))}`, right.seconds);
  const base = await passes([]);
  if (base.code === 0) return refuse("the fix's tests pass without it", right.seconds);
  const chosen: { candidate: Candidate; right: boolean }[] = [];
  const leftOut: string[] = [];
  for (const [kind, choices] of ways) {
    if (!PROVEN_WRONG.has(kind)) {
      chosen.push({ candidate: choices[0]!, right: kind === 'with-tests' || kind === 'without-tests' });
      continue;
    }
    let found = false;
    for (const candidate of choices.slice(0, MOST_WAYS)) {
      if ((await passes(candidate.edits)).code === 0) {
        leftOut.push(`${kind}, passes the fix's tests: ${candidate.told}`);
        continue;
      }
      chosen.push({ candidate, right: false });
      found = true;
      break;
    }
    if (!found) leftOut.push(`${kind}: no way of it fails a test`);
  }
  const byHand = { ok: true, why: '', installSeconds: installed.seconds, testSeconds: right.seconds };
  return { field: { byHand, leftOut }, chosen };
};

const store = async (path: string, value: unknown): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`);
};

const load = async (path: string): Promise<unknown> =>
  existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : null;

const patchOf = async (repo: string, edits: readonly Edit[]): Promise<string> => {
  await write(repo, edits);
  await git(repo, 'add', '--all', '--force', '--', ...edits.map(({ path }) => path));
  const patch = await git(repo, 'diff', '--cached', '--binary', '--no-renames', 'HEAD');
  await git(repo, 'reset', '--quiet', '--hard');
  return patch;
};

const prepare = async (campaign: Campaign, one: WildCase, home: string): Promise<Field> => {
  const kept = Field.safeParse(await load(join(home, 'field.json')));
  if (kept.success && kept.data.seed === campaign.seed && kept.data.fix === one.fix) return kept.data;
  const hand = await checkout(campaign, one, 'by-hand');
  const fix = await readFix(hand, one);
  const { field, chosen } = await tryByHand(campaign, one, fix, hand);
  await rm(hand, { recursive: true, force: true });
  const random = randomFrom(campaign.seed, nameOf(one), 'names');
  const letters = shuffled(
    chosen.map((_, at) => String.fromCodePoint(97 + at)),
    random,
  );
  const repo = await checkout(campaign, one, 'patches');
  const folder = join(home, 'candidates');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const entrants = [];
  for (const [at, { candidate, right }] of chosen.entries()) {
    // Names do not reveal the kind: a tie broken by name must not look like skill.
    const name = `candidate-${letters[at]}`;
    await writeFile(join(folder, `${name}.patch`), await patchOf(repo, candidate.edits), 'latin1');
    entrants.push({ name, kind: candidate.kind, right, told: candidate.told });
  }
  await rm(repo, { recursive: true, force: true });
  const made: Field = { seed: campaign.seed, fix: one.fix, ...field, entrants };
  await store(join(home, 'field.json'), made);
  return made;
};

const MINUTE_MS = 60_000;

const evaluate = async (campaign: Campaign, one: WildCase, home: string): Promise<Ended> => {
  const repo = await checkout(campaign, one, 'repo');
  const words = [campaign.hydra, 'evaluate', '--base', 'wild-base', '--candidates', join(home, 'candidates')];
  const limitMs = 3 * campaign.timeoutMs;
  const within = String(Math.max(1, Math.floor(limitMs / 2 / MINUTE_MS)));
  const ended = await run(process.execPath, [...words, '--jobs', '1', '--within', within, '--json'], {
    cwd: repo,
    timeoutMs: limitMs,
  });
  await writeFile(join(home, 'verdict.json'), ended.stdout, 'latin1');
  await writeFile(join(home, 'stderr.log'), ended.stderr, 'latin1');
  return ended;
};

const judgeOutput = (ended: Ended, field: Field): Judgement => {
  const refused = {
    outcome: 'not-run',
    winner: null,
    strong: false,
    leaning: [],
    refused: true,
    why: tail(complaint(asUtf8(ended.stderr))),
  } as const;
  try {
    const read = Verdict.safeParse(JSON.parse(asUtf8(ended.stdout)));
    return read.success ? judge(read.data, field.entrants) : { ...refused, why: z.prettifyError(read.error) };
  } catch {
    return refused;
  }
};

/** By hand only: which candidates there are, and whether the tests run at all. */
export const prepareCase = (campaign: Campaign, one: WildCase): Promise<Field> =>
  prepare(campaign, one, join(campaign.results, nameOf(one)));

export const storedResult = async (campaign: Campaign, one: WildCase): Promise<WildResult | null> => {
  const stored = (await load(join(campaign.results, nameOf(one), 'result.json'))) as WildResult | null;
  return stored?.engine === campaign.engine ? stored : null;
};

/** The case by hand, then by Hydra; both are kept on disk, and read from there the next time. */
export const runCase = async (campaign: Campaign, one: WildCase): Promise<WildResult> => {
  const home = join(campaign.results, nameOf(one));
  const field = await prepare(campaign, one, home);
  const { byHand } = field;
  const ended = byHand.ok ? await evaluate(campaign, one, home) : null;
  const result: WildResult = {
    repository: one.repository,
    language: one.language,
    fix: one.fix,
    engine: campaign.engine,
    byHand,
    judgement: ended === null ? null : judgeOutput(ended, field),
    hydraSeconds: ended?.seconds ?? null,
    timeRatio: ended === null ? null : ended.seconds / Math.max(0.1, byHand.testSeconds),
  };
  await store(join(home, 'result.json'), result);
  return result;
};
