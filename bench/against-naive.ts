// A real project, given by the caller: the naive script against Hydra, in one run.
//   npm run bench:project -- --repo DIR --base REF --candidates DIR [--timeout SECONDS]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { hydra, line, measure, report } from './support.ts';

const { values } = parseArgs({
  options: {
    repo: { type: 'string' },
    base: { type: 'string', default: 'HEAD' },
    candidates: { type: 'string' },
    timeout: { type: 'string', default: '120' },
    install: { type: 'string', default: 'npm install --no-audit --no-fund --no-package-lock' },
    checks: { type: 'string', default: 'npm run lint; npm test' },
  },
});
if (values.repo === undefined || values.candidates === undefined) {
  console.error('usage: npm run bench:project -- --repo DIR --base REF --candidates DIR');
  process.exit(2);
}
const source = resolve(values.repo);
const patches = readdirSync(values.candidates)
  .filter((name) => name.endsWith('.patch'))
  .map((name) => resolve(values.candidates ?? '', name));

/** What people do by hand: a clone, an install and the checks, one candidate after the other. */
const naiveMs = async (patch: string | null): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'hydra-naive-'));
  const apply = patch === null ? 'true' : `git apply '${patch}'`;
  const script = `git clone -q '${source}' . && git checkout -q '${base}' && ${apply} && ${values.install} && (timeout ${values.timeout} sh -c '${values.checks}'; true)`;
  const { ms } = await measure('sh', ['-c', script], folder);
  rmSync(folder, { recursive: true, force: true });
  return ms;
};

const tell = (what: string, ms: number): void => console.error(`  ${what}: ${(ms / 1000).toFixed(2)} s`);

const ours = async (chosen: readonly string[]): Promise<number> => {
  const words = chosen.flatMap((patch) => ['--candidate', `${basename(patch, '.patch')}=${patch}`]);
  const { ms, code, stdout } = await hydra(['evaluate', '--base', 'bench-base', ...words, '--json'], copy);
  if (code === null || code > 1) throw new Error(`evaluate ended with ${code}: ${stdout.slice(0, 400)}`);
  return ms;
};

const forget = (): void => {
  for (const folder of [join(copy, '.hydra'), cache]) rmSync(folder, { recursive: true, force: true });
};

type Rounds = { readonly first: number[]; readonly again: number[]; readonly all: number[] };

/** A noisy machine's hiccup is as long as a recalled answer: five of these. */
const round = async ({ first, again, all }: Rounds): Promise<void> => {
  forget();
  first.push(await ours(plain));
  tell(`Hydra, ${plain.length} candidates`, first.at(-1)!);
  for (let at = 0; at < 5; at += 1) again.push(await ours(plain));
  tell('the same again, the last of five', again.at(-1)!);
  forget();
  all.push(await ours(patches));
  tell(`Hydra, ${patches.length} candidates`, all.at(-1)!);
};

const mean = (values: readonly number[]): number => values.reduce((sum, ms) => sum + ms, 0) / values.length;
const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return mean(sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1));
};

const copy = mkdtempSync(join(tmpdir(), 'hydra-project-'));
execFileSync('git', ['clone', '-q', source, copy]);
// A clone has only one branch: names are resolved in the source.
const base = execFileSync('git', ['-C', source, 'rev-parse', '--verify', `${values.base}^{commit}`], {
  encoding: 'utf8',
}).trim();
execFileSync('git', ['-C', copy, 'checkout', '-q', '-B', 'bench-base', base]);
const cache = join(copy, '.git', 'hydra-bench-cache');
process.env['HYDRA_CACHE_DIR'] = cache;

const plain = patches.filter((path) => !/hang|duplicate/.test(basename(path)));
const rounds: Rounds = { first: [], again: [], all: [] };
// The script takes minutes, in which the machine's pace moves: Hydra is measured before and after it.
await round(rounds);
let [naivePlain, naiveAll] = [0, 0];
for (const patch of [null, ...patches]) {
  const ms = await naiveMs(patch);
  tell(`script, ${patch === null ? 'base' : basename(patch, '.patch')}`, ms);
  naiveAll += ms;
  if (patch === null || plain.includes(patch)) naivePlain += ms;
}
await round(rounds);
rmSync(copy, { recursive: true, force: true });
const [first, again, all] = [mean(rounds.first), median(rounds.again), mean(rounds.all)];

report('against-naive', [
  line(
    `${plain.length} candidates: naive script over Hydra, installation included`,
    naivePlain / first,
    '×',
    { atLeast: 2.5 },
  ),
  line('the same again, as a share of the first run (median of 10)', (100 * again) / first, '%', {
    atMost: 1,
  }),
  line(
    `with a duplicate and a hanging candidate (${patches.length}), which the script stops after ${values.timeout} s: naive over Hydra`,
    naiveAll / all,
    '×',
    { atLeast: 5 },
  ),
]);
