// The server of the web app: memory with thousands of stored runs, and how long a page waits for its data.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conclude } from '../src/core/conclude/conclude.ts';
import { HydraConfig } from '../src/core/domain/policy/hydra-config.ts';
import { racePolicyOf } from '../src/core/conclude/race-policy-of.ts';
import { withSortedRecords } from '../src/core/domain/json/sorted-records.ts';
import { ENGINE_VERSION } from '../src/core/domain/run/engine-version.ts';
import { openRunStore } from '../src/shell/adapters/store/runs/file-run-store.ts';
import { sealManifest } from '../src/shell/adapters/store/runs/manifest-text.ts';
import { nextRunId } from '../src/shell/adapters/store/runs/run-id.ts';
import { atNominalPace, type Line, line, main, report } from './support.ts';
import { asExamined, syntheticField } from './synthetic-field.ts';

const STORED = 10_000;
const TESTS = 300;

const root = mkdtempSync(join(tmpdir(), 'hydra-bench-serve-'));
const config = HydraConfig.parse({});
const store = openRunStore(root, { engineVersion: ENGINE_VERSION });
execFileSync(
  'sh',
  [
    '-ec',
    'git init -q -b main; git -c user.name=b -c user.email=b@hydra.invalid commit -q --allow-empty -m base',
  ],
  { cwd: root },
);

const makeRun = async (candidates: number): Promise<string> => {
  const { captured: seen, patch } = syntheticField(candidates, TESTS);
  const captured = withSortedRecords(asExamined(seen));
  const run = await store.create({ config, startedAt: new Date().toISOString() });
  await run.record({ event: 'run_started', run: run.id, kind: 'evaluation' });
  for (const { candidate } of captured.evidence) await run.savePatch(candidate.name, patch);
  await run.finish(captured, conclude(captured, racePolicyOf(config), run.id));
  return run.id;
};

/** Copies of a small run, each with its own id, since a manifest contains the id. */
const copyRun = (from: string, count: number): void => {
  const folder = (id: string): string => join(root, '.hydra/runs', id);
  const { digest: _, ...body } = JSON.parse(readFileSync(join(folder(from), 'manifest.json'), 'utf8'));
  let last = from;
  for (let at = 0; at < count; at += 1) {
    last = nextRunId(0, last);
    mkdirSync(folder(last));
    for (const name of ['run.json', 'conclusion.json', 'events.jsonl'])
      cpSync(join(folder(from), name), join(folder(last), name));
    writeFileSync(join(folder(last), 'manifest.json'), sealManifest({ ...body, runId: last }).text);
  }
};

const opened: string[] = [];
for (let at = 0; at < 10; at += 1) opened.push(await makeRun(8));
const fifty = await makeRun(50);
const large = await makeRun(200);
copyRun(await makeRun(2), STORED);

const server = spawn(process.execPath, [main, 'serve', '--repo', root, '--port', '0', '--no-open'], {
  stdio: ['ignore', 'pipe', 'ignore'],
});
const url = await new Promise<string>((resolve) =>
  server.stdout
    .setEncoding('utf8')
    .once('data', (text: string) => resolve(/http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? '')),
);
const memoryMb = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const ask = async (path: string, body?: unknown): Promise<number> => {
  const since = performance.now();
  const init =
    body === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        };
  const request = (): Promise<Response> => fetch(`${url}${path}`, init);
  // The server closes a connection that was idle too long at the moment it is used again.
  const answer = await request().catch(request);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return performance.now() - since;
};

/** The median of five, after a first one. */
const usual = async (path: string, body?: unknown): Promise<number> => {
  await ask(path, body);
  const times: number[] = [];
  for (let at = 0; at < 5; at += 1) times.push(await ask(path, body));
  return times.toSorted((one, other) => one - other)[2] ?? 0;
};

const indexed = async (): Promise<number> => {
  const since = performance.now();
  for (;;) {
    const { pending } = (await (await fetch(`${url}/api/runs?limit=1`)).json()) as { pending: number };
    if (pending === 0) return performance.now() - since;
  }
};

const lines: Line[] = [];
const time = async (what: string, atMost: number, work: () => Promise<number>): Promise<void> => {
  lines.push(line(what, await atNominalPace(work), 'ms*', { atMost }));
};
try {
  await time(`the first list of ${STORED} runs, index included`, 20_000, indexed);
  await time(`a page of 200 of ${STORED} runs, sorted by cost and searched`, 200, () =>
    usual('/api/runs?q=candidates&sort=-cost&limit=200'),
  );
  await time('a stored run of 8 candidates, for the first time', 300, () => ask(`/api/runs/${opened[0]}`));
  await time('a stored run of 200 candidates, for the first time', 1000, () => ask(`/api/runs/${large}`));
  await time('what if, 50 candidates', 100, () =>
    usual(`/api/runs/${fifty}/what-if`, { weights: { tests: 50 }, unexamined: false }),
  );
  await time('where the winner flips, 50 candidates', 300, () => usual(`/api/runs/${fifty}/flips`, {}));
  for (const id of opened) {
    await ask(`/api/runs/${id}`);
    await ask(`/api/runs/${id}/candidates/c1`);
    await ask(`/api/runs/${id}/matrix`);
  }
  await time('another request while 200 candidates are searched for flips', 500, async () => {
    const search = ask(`/api/runs/${large}/flips`, {});
    const waited = await ask('/api/status');
    await search;
    return waited;
  });
  lines.push(line(`memory with ten runs open and ${STORED} stored`, memoryMb(), 'MB', { atMost: 200 }));
  await time('a report of 200 candidates as one file, by the command line', 5000, async () => {
    const since = performance.now();
    execFileSync(process.execPath, [main, 'report', large, '--html', join(root, 'r.html'), '--repo', root]);
    return performance.now() - since;
  });
  report('serve', lines);
} finally {
  server.kill();
  rmSync(root, { recursive: true, force: true });
}
