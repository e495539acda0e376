// A real project, brought by the caller: the naive script against Hydra, in one run.
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

const ours = async (copy: string, chosen: readonly string[], fresh: boolean): Promise<number> => {
  if (fresh) rmSync(join(copy, '.hydra'), { recursive: true, force: true });
  const words = chosen.flatMap((patch) => ['--candidate', `${basename(patch, '.patch')}=${patch}`]);
  const { ms, code, stdout } = await hydra(['evaluate', '--base', 'bench-base', ...words, '--json'], copy);
  if (code === null || code > 1) throw new Error(`evaluate ended with ${code}: ${stdout.slice(0, 400)}`);
  return ms;
};

const copy = mkdtempSync(join(tmpdir(), 'hydra-project-'));
execFileSync('git', ['clone', '-q', source, copy]);
// A clone has no branches but one: names mean what they mean in the source.
const base = execFileSync('git', ['-C', source, 'rev-parse', '--verify', `${values.base}^{commit}`], {
  encoding: 'utf8',
}).trim();
execFileSync('git', ['-C', copy, 'checkout', '-q', '-B', 'bench-base', base]);
process.env['HYDRA_CACHE_DIR'] = join(copy, '.git', 'hydra-bench-cache');

const plain = patches.filter((path) => !/hang|duplicate/.test(basename(path)));
const first = await ours(copy, plain, true);
// A moment of a noisy machine is as long as an answer: the middle one of five.
const answers: number[] = [];
for (let at = 0; at < 5; at += 1) answers.push(await ours(copy, plain, false));
const again = answers.sort((a, b) => a - b)[2] ?? Number.NaN;
let [naivePlain, naiveAll] = [0, 0];
for (const patch of [null, ...patches]) {
  const ms = await naiveMs(patch);
  naiveAll += ms;
  if (patch === null || plain.includes(patch)) naivePlain += ms;
}
rmSync(join(copy, '.git', 'hydra-bench-cache'), { recursive: true, force: true });
const all = await ours(copy, patches, true);
rmSync(copy, { recursive: true, force: true });

report('against-naive', [
  line(
    `${plain.length} candidates: naive script over Hydra, installation included`,
    naivePlain / first,
    '×',
    { atLeast: 2.5 },
  ),
  line('the same again, as a share of the first run (median of 5)', (100 * again) / first, '%', {
    atMost: 1,
  }),
  line(
    `with a duplicate and a hanging candidate (${patches.length}), which the script stops after ${values.timeout} s: naive over Hydra`,
    naiveAll / all,
    '×',
    { atLeast: 5 },
  ),
]);
