import { lstatSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import { ENGINE_VERSION } from '../../../../core/domain/run/engine-version.ts';
import { RunRow } from '../../../../core/domain/window/run-row.ts';
import { BenchSummary } from '../../../../core/domain/bench/bench-summary.ts';
import { bareRow, benchmarkRow } from '../../../../core/view/run-row.ts';
import type { IndexedRuns } from '../../../ports/run-window.ts';
import { readClaim } from '../../system/claim.ts';
import { readRegularFile, sha256Of } from '../../system/regular-file.ts';
import { writeFileAtomically } from '../files/durable-file.ts';
import { isRunId, runIdTime } from '../runs/run-id.ts';
import { MANIFEST, type StoreLayout } from '../runs/store-layout.ts';
import { readRow } from './read-row.ts';

/** Raised when rows are computed differently: older indexes are then discarded. */
const INDEX_VERSION = 1;
/** A list requested a moment ago is not built again. */
const FRESH_MS = 700;
/** The first answer waits at most this long for rows that were never read. */
const PATIENCE_MS = 1_500;
const BATCH = 16;
const SAVE_AFTER_ROWS = 500;

const SUMMARY = 'summary.json';
const Header = z.strictObject({ index: z.literal(INDEX_VERSION), engine: z.literal(ENGINE_VERSION) });
/** `stamp`: time and size of the file that was written last. A finished run does not change. */
const Entry = z.strictObject({ stamp: z.string(), row: RunRow });
type Entry = z.infer<typeof Entry>;

export type IndexPlaces = {
  readonly layout: StoreLayout;
  readonly bench: string;
  /** The derived file. */
  readonly file: string;
};

type Found = { readonly id: string; readonly kind: 'run' | 'bench' };

const idsIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isDirectory() && isRunId(entry.name))
    .map(({ name }) => name);

/** Null: the file is not there, so the run is not finished. */
const stampOf = (path: string): string | null => {
  try {
    const { mtimeMs, size } = lstatSync(path);
    return `${mtimeMs}:${size}`;
  } catch {
    return null;
  }
};

const readIndex = (path: string): Map<string, Entry> => {
  try {
    const [head = '', ...lines] = readRegularFile(path).toString('utf8').split('\n');
    if (!Header.safeParse(JSON.parse(head)).success) return new Map();
    return new Map(
      lines.flatMap((line) => {
        const entry = line === '' ? null : Entry.safeParse(JSON.parse(line));
        return entry?.success === true ? [[entry.data.row.id, entry.data] as const] : [];
      }),
    );
  } catch {
    // It can be rebuilt from the runs.
    return new Map();
  }
};

const benchRow = (folder: string, id: string, state: 'complete' | 'running' | 'unfinished'): RunRow => {
  const unread = (reason: string): RunRow =>
    bareRow(id, runIdTime(id), { state: 'unreadable', kind: 'benchmark', reason });
  if (state !== 'complete') return bareRow(id, runIdTime(id), { state, kind: 'benchmark' });
  try {
    const read = BenchSummary.safeParse(
      JSON.parse(readRegularFile(join(folder, id, SUMMARY)).toString('utf8')),
    );
    return read.success ? { ...benchmarkRow(read.data), id } : unread('summary.json has an unknown shape');
  } catch (error) {
    return unread(error instanceof Error ? error.message.slice(0, 300) : String(error));
  }
};

/** The rows of all runs, kept in memory and in one disposable file. */
export class RunIndex {
  readonly #places: IndexPlaces;
  #entries: Map<string, Entry> | null = null;
  #order: readonly Found[] = [];
  #unfinished: ReadonlyMap<string, RunRow> = new Map();
  #checkedAt = 0;
  #refreshing: Promise<void> | null = null;
  /** Rows that were never read; requested ones come first. */
  #waiting: Found[] = [];
  #filling: Promise<void> | null = null;
  #unsaved = 0;

  constructor(places: IndexPlaces) {
    this.#places = places;
  }

  async list(): Promise<IndexedRuns> {
    const known = await this.#upToDate();
    let pending = 0;
    const rows = this.#order.map(({ id, kind }): RunRow => {
      const row = known.get(id)?.row ?? this.#unfinished.get(id);
      if (row !== undefined) return row;
      pending += 1;
      const of = kind === 'bench' ? 'benchmark' : 'evaluation';
      return bareRow(id, runIdTime(id), { state: 'complete', kind: of });
    });
    const open = rows.filter(({ state }) => state !== 'complete');
    const shown = [rows.length, rows[0]?.id, rows.at(-1)?.id, pending, known.size, open];
    return { rows, pending, version: sha256Of(JSON.stringify(shown)).slice(0, 16) };
  }

  /** A run that is under way is read anew. */
  async row(id: string): Promise<RunRow | null> {
    if (!isRunId(id)) return null;
    const found = (['run', 'bench'] as const)
      .map((kind): Found => ({ id, kind }))
      .find((one) => stampOf(dirname(this.#sealOf(one))) !== null);
    if (found === undefined) return null;
    const stamp = stampOf(this.#sealOf(found));
    const entry = this.#entries?.get(id);
    if (stamp !== null && entry?.stamp === stamp) return entry.row;
    return stamp === null ? this.#openRow(found) : this.#readOne(found, 'complete');
  }

  #sealOf({ id, kind }: Found): string {
    const { layout, bench } = this.#places;
    return kind === 'run' ? join(layout.runs, id, MANIFEST) : join(bench, id, SUMMARY);
  }

  #readOne({ id, kind }: Found, state: 'complete' | 'running' | 'unfinished'): RunRow {
    const { layout, bench } = this.#places;
    return kind === 'run' ? readRow(layout, id, state) : benchRow(bench, id, state);
  }

  async #openRow(found: Found): Promise<RunRow> {
    const { layout, bench } = this.#places;
    const claim = found.kind === 'run' ? join(layout.claims, found.id) : join(bench, found.id, 'claim');
    return this.#readOne(found, (await readClaim(claim)) === null ? 'unfinished' : 'running');
  }

  async #upToDate(): Promise<ReadonlyMap<string, Entry>> {
    if (this.#entries === null || Date.now() - this.#checkedAt > FRESH_MS)
      await (this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = null)));
    return this.#entries ?? new Map();
  }

  async #foundRuns(): Promise<readonly Found[]> {
    const { layout, bench } = this.#places;
    const [runs, benches] = await Promise.all([idsIn(layout.runs), idsIn(bench)]);
    return [
      ...runs.map((id): Found => ({ id, kind: 'run' })),
      ...benches.map((id): Found => ({ id, kind: 'bench' })),
    ].sort((left, right) => (left.id < right.id ? 1 : -1));
  }

  async #refresh(): Promise<void> {
    const first = this.#entries === null;
    const known = (this.#entries ??= readIndex(this.#places.file));
    const all = await this.#foundRuns();
    const present = new Set(all.map(({ id }) => id));
    for (const id of known.keys()) if (!present.has(id)) this.#forget(known, id);
    const open = new Map<string, RunRow>();
    const queue: Found[] = [];
    for (const found of all) {
      const entry = known.get(found.id);
      // A finished run does not change; after a restart it is read once.
      if (entry !== undefined && !first) continue;
      const stamp = stampOf(this.#sealOf(found));
      if (entry !== undefined && entry.stamp === stamp) continue;
      this.#forget(known, found.id);
      if (stamp === null) open.set(found.id, await this.#openRow(found));
      else queue.push(found);
    }
    [this.#order, this.#unfinished, this.#waiting] = [all, open, queue];
    this.#checkedAt = Date.now();
    if (queue.length > 0) this.#filling ??= this.#fill(known).finally(() => (this.#filling = null));
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref());
    await Promise.race([this.#filling ?? Promise.resolve(), patience]);
  }

  #forget(known: Map<string, Entry>, id: string): void {
    if (known.delete(id)) this.#unsaved += 1;
  }

  /** Yields to requests after every batch. */
  async #fill(known: Map<string, Entry>): Promise<void> {
    while (this.#waiting.length > 0) {
      for (const found of this.#waiting.splice(0, BATCH)) {
        const stamp = stampOf(this.#sealOf(found));
        if (stamp === null) continue;
        known.set(found.id, { stamp, row: this.#readOne(found, 'complete') });
        this.#unsaved += 1;
      }
      if (this.#unsaved >= SAVE_AFTER_ROWS) await this.#save(known);
      await nextTurn();
    }
    await this.#save(known);
  }

  /** A store that cannot be written is listed anyway. */
  async #save(known: ReadonlyMap<string, Entry>): Promise<void> {
    this.#unsaved = 0;
    const { file } = this.#places;
    const lines = [{ index: INDEX_VERSION, engine: ENGINE_VERSION }, ...known.values()];
    await mkdir(dirname(file), { recursive: true })
      .then(() => writeFileAtomically(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`))
      .catch(() => undefined);
  }
}
