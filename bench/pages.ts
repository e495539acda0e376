// The pages in a real browser: how long a person waits for a ranking, a slider and a long change.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conclude } from '../src/core/conclude/conclude.ts';
import { racePolicyOf } from '../src/core/conclude/race-policy-of.ts';
import { withSortedRecords } from '../src/core/domain/json/sorted-records.ts';
import { HydraConfig } from '../src/core/domain/policy/hydra-config.ts';
import { ENGINE_VERSION } from '../src/core/domain/run/engine-version.ts';
import { openRunStore } from '../src/shell/adapters/store/runs/file-run-store.ts';
import { openBrowser, openContext, serve, WIDE } from '../test/web/open-pages.ts';
import { atNominalPace, type Line, line, report } from './support.ts';
import { asExamined, syntheticField } from './synthetic-field.ts';

const TESTS = 300;
const ROUNDS = 5;
const LONG_CHANGE = 10_000;
const LOG_BYTES = 100_000_000;
let logDigest = '';

const root = mkdtempSync(join(tmpdir(), 'hydra-bench-pages-'));
const INIT =
  'git init -q -b main; git -c user.name=b -c user.email=b@hydra.invalid commit -q --allow-empty -m base';
execFileSync('sh', ['-ec', INIT], { cwd: root });
const config = HydraConfig.parse({});
const store = openRunStore(root, { engineVersion: ENGINE_VERSION });

const longPatch = new TextEncoder().encode(
  `diff --git a/a.js b/a.js\n--- a/a.js\n+++ b/a.js\n@@ -0,0 +1,${LONG_CHANGE} @@\n${Array.from({ length: LONG_CHANGE }, (_, at) => `+const line${at} = ${at};\n`).join('')}`,
);

/** As a verbose test suite prints it, in colours. */
const logPart = Buffer.from(
  Array.from(
    { length: 10_000 },
    (_, at) => `\u001B[32m✓\u001B[0m suite/file-${at % 50}.test.js > case ${at} took ${at % 97} ms\n`,
  ).join(''),
);

const writeLog = async (path: string): Promise<string> => {
  const digest = createHash('sha256');
  const file = await open(path, 'w');
  for (let bytes = 0; bytes < LOG_BYTES; bytes += logPart.length) {
    digest.update(logPart);
    await file.write(logPart);
  }
  await file.close();
  return digest.digest('hex');
};

const makeRun = async (candidates: number, patch?: Uint8Array): Promise<string> => {
  const { captured: seen, patch: short } = syntheticField(candidates, TESTS);
  const patchSha256 = createHash('sha256')
    .update(patch ?? short)
    .digest('hex');
  const evidence = seen.evidence.map((one) => ({ ...one, patchSha256 }));
  const captured = withSortedRecords(asExamined({ ...seen, evidence }));
  const run = await store.create({ config, startedAt: new Date().toISOString() });
  if (patch !== undefined) logDigest = await writeLog(await run.logPath('baseline', 'test'));
  for (const { candidate } of captured.evidence) await run.savePatch(candidate.name, patch ?? short);
  await run.finish(captured, conclude(captured, racePolicyOf(config), run.id));
  return run.id;
};

const [small, fifty, large, long] = [
  await makeRun(8),
  await makeRun(50),
  await makeRun(200),
  await makeRun(2, longPatch),
];
const server = await serve(root, ['--port', '0']);
const browser = await openBrowser();
const context = await openContext(browser, WIDE);

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** From opening the address to the expected element on the screen, in a new tab. */
const opening = async (path: string, selector: string): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await context.newPage();
    const since = performance.now();
    await page.goto(`${server.origin}${path}`);
    await page.locator(selector).first().waitFor();
    times.push(performance.now() - since);
    await page.close();
  }
  return median(times);
};

/** From a key on a slider to the ranking that the server then sends. */
const sliding = async (run: string): Promise<number> => {
  const page = await context.newPage();
  await page.goto(`${server.origin}/runs/${run}`);
  const slider = page.getByRole('slider').first();
  await slider.focus();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const answered = page.waitForResponse((response) => response.url().endsWith('/what-if'));
    const since = performance.now();
    await page.keyboard.press('ArrowRight');
    await answered;
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    times.push(performance.now() - since);
  }
  await page.close();
  return median(times);
};

/** The longest pause between two frames while a log is scrolled from end to end and searched. */
const scrolling = async (path: string): Promise<number> => {
  const page = await context.newPage();
  await page.goto(`${server.origin}${path}`);
  await page.getByLabel('Fold quiet parts').uncheck();
  await page.locator('[data-index="20"]').waitFor();
  await page.evaluate(`
    window.longest = 0;
    let last = performance.now();
    const tick = (now) => { window.longest = Math.max(window.longest, now - last); last = now; requestAnimationFrame(tick); };
    requestAnimationFrame(tick);
  `);
  for (const share of [0.2, 0.9, 0.4, 1, 0]) {
    await page.evaluate(
      `(() => { const box = document.querySelector('[aria-label="Log"]'); box.scrollTop = box.scrollHeight * ${share}; })()`,
    );
    await page.waitForTimeout(300);
  }
  await page.getByRole('searchbox').fill('case 9999 ');
  await page.keyboard.press('Enter');
  await page.getByText('1 of ').waitFor();
  const longest = await page.evaluate<number>('window.longest');
  await page.close();
  return longest;
};

const RANKING = '[aria-label="Ranking"] [aria-rowindex="2"]';
const lines: Line[] = [];
const time = async (what: string, atMost: number, work: () => Promise<number>): Promise<void> => {
  lines.push(line(what, await atNominalPace(work), 'ms*', { atMost }));
};
try {
  await opening(`/runs/${small}`, RANKING);
  await time('a stored run of 8 candidates, until its ranking is painted', 500, () =>
    opening(`/runs/${small}`, RANKING),
  );
  await time('the same with 200 candidates', 1500, () => opening(`/runs/${large}`, RANKING));
  await time('a slider until the new ranking, 50 candidates', 100, () => sliding(fifty));
  await time(`a change of ${LONG_CHANGE} lines, until it can be read`, 1500, () =>
    opening(`/runs/${long}/changes`, '[data-index="20"]'),
  );
  const log = `/runs/${long}/logs/${logDigest}`;
  await time('a log of 100 MB, until it can be read', 1500, () => opening(log, '[data-index="3"]'));
  await time('the longest pause while it is scrolled and searched', 250, () => scrolling(log));
  report('pages', lines);
} finally {
  await browser.close();
  await server.stop();
  rmSync(root, { recursive: true, force: true });
}
