import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchSummary } from '../../../../core/domain/bench/bench-summary.ts';
import type { UnsealedSummary } from '../../../../core/bench/summarise-bench.ts';
import type { BenchRuns, BenchStore, OpenBenchRun, StoredBenchRun } from '../../../ports/bench-store.ts';
import { takeClaim } from '../../system/claim.ts';
import { sha256 } from '../../system/system-clock.ts';
import { syncFolder, writeFileDurably } from '../files/durable-file.ts';
import { readTrace } from './events-log.ts';
import { followTrace } from './follow-trace.ts';
import { readRegularFile } from '../../system/regular-file.ts';
import { isRunId, nextRunId } from './run-id.ts';

const SUMMARY = 'summary.json';
const TRACE = 'trace.jsonl';
const PATCH = 'final.patch';
const CLAIM = 'claim';

const digestIn = (folder: string, name: string): string => sha256(readRegularFile(join(folder, name)));

const seal = (folder: string, summary: UnsealedSummary): BenchSummary =>
  BenchSummary.parse({
    ...summary,
    files: { [TRACE]: digestIn(folder, TRACE), [PATCH]: digestIn(folder, PATCH) },
  });

const writeSummary = async (folder: string, summary: BenchSummary): Promise<void> => {
  await writeFileDurably(join(folder, SUMMARY), `${JSON.stringify(summary, null, 2)}\n`);
  await syncFolder(folder);
};

const readRun = (folder: string): StoredBenchRun => {
  const parsed = BenchSummary.safeParse(
    JSON.parse(Buffer.from(readRegularFile(join(folder, SUMMARY))).toString('utf8')),
  );
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${SUMMARY}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not understood'}`);
  }
  const { data: summary } = parsed;
  for (const name of [TRACE, PATCH] as const)
    if (digestIn(folder, name) !== summary.files[name]) throw new Error(`${name} was changed`);
  return { summary, folder };
};

const openRun = async (root: string, id: string): Promise<OpenBenchRun> => {
  const folder = join(root, id);
  const claim = await takeClaim(join(folder, CLAIM));
  return {
    id,
    folder,
    tracePath: join(folder, TRACE),
    savePatch: (patch) => writeFileDurably(join(folder, PATCH), patch),
    finish: async (summary) => {
      const sealed = seal(folder, summary);
      await writeSummary(folder, sealed);
      await claim?.release();
      return sealed;
    },
    discard: async () => {
      await claim?.release();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const idsIn = async (root: string): Promise<readonly string[]> =>
  (await readdir(root).catch(() => [])).filter((name) => isRunId(name)).sort();

/** Runs of a benchmark, one folder each. */
export const openBenchStore = (root: string): BenchStore => ({
  create: async () => {
    await mkdir(root, { recursive: true });
    const id = nextRunId(Date.now(), (await idsIn(root)).at(-1) ?? null);
    await mkdir(join(root, id));
    return openRun(root, id);
  },
  follow: (id, options) => {
    const folder = join(root, id);
    const at = (name: string): string => join(folder, name);
    return followTrace({ id, folder, path: at(TRACE), seal: at(SUMMARY), claim: at(CLAIM) }, options);
  },
  list: async (): Promise<BenchRuns> => {
    const runs: StoredBenchRun[] = [];
    const unreadable: { readonly folder: string; readonly reason: string }[] = [];
    for (const id of await idsIn(root)) {
      const folder = join(root, id);
      try {
        runs.push(readRun(folder));
      } catch (error) {
        unreadable.push({ folder, reason: error instanceof Error ? error.message : String(error) });
      }
    }
    return { runs, unreadable };
  },
  readPatch: async ({ folder }) => readRegularFile(join(folder, PATCH)),
  readTrace: async ({ folder }) => readTrace(join(folder, TRACE)).events,
  replaceSummary: async ({ folder, summary: before }, summary) => {
    const kept = join(
      folder,
      `summary-${before.engine_version}-${sha256(JSON.stringify(before)).slice(0, 8)}.json`,
    );
    await rename(join(folder, SUMMARY), kept);
    const sealed = seal(folder, summary);
    await writeSummary(folder, sealed);
    return sealed;
  },
});
