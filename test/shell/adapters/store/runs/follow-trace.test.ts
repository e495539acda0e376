import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEventsLog } from '../../../../../src/shell/adapters/store/runs/events-log.ts';
import { openBenchStore } from '../../../../../src/shell/adapters/store/runs/file-bench-store.ts';
import { openRunStore } from '../../../../../src/shell/adapters/store/runs/file-run-store.ts';
import type { FollowedEvent, RunStore } from '../../../../../src/shell/ports/run-store.ts';
import { childProgram } from '../../../../support/child-program.ts';
import { ENGINE, finishSmallRun, newRepository, removeFolder, REQUEST } from '../small-run.ts';

const CHILD = childProgram(new URL('../follow-child.ts', import.meta.url));

let repository: string;
let store: RunStore;
let children: ChildProcessWithoutNullStreams[];
beforeEach(async () => {
  repository = await newRepository();
  store = openRunStore(repository, ENGINE);
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await removeFolder(repository);
});

/** Another process that writes a run, step by step. */
const startWriter = async () => {
  const child = spawn(process.execPath, [CHILD, repository]);
  children.push(child);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`the writer ended: ${errors}`);
    return value;
  };
  const id = await next();
  const ended = new Promise<void>((done) => child.on('close', () => done()));
  const order = (step: string): void => void child.stdin.write(`${step}\n`);
  const step = async (name: string): Promise<void> => {
    order(name);
    expect(await next()).toBe(name);
  };
  return { id, order, step, ended };
};

const collect = async (events: AsyncIterable<FollowedEvent>): Promise<readonly FollowedEvent[]> => {
  const all: FollowedEvent[] = [];
  for await (const one of events) all.push(one);
  return all;
};
const seqs = (events: readonly FollowedEvent[]): readonly number[] => events.map(({ event }) => event.seq);
const upTo = (last: number): readonly number[] => Array.from({ length: last + 1 }, (_, at) => at);
const textOf = ({ event }: FollowedEvent): string => ('text' in event ? String(event.text) : '');

test('follows another process from the start and from the middle, to the end of the run', async () => {
  const writer = await startWriter();
  const fromStart = collect(store.follow(writer.id));
  await writer.step('notes');
  const seen: FollowedEvent[] = [];
  for await (const one of store.follow(writer.id)) {
    seen.push(one);
    if (seen.length === 300) break;
  }
  const fromMiddle = collect(store.follow(writer.id, { from: seen.at(-1)?.position ?? 0 }));
  await writer.step('long');
  await writer.step('newer');
  await writer.step('notes');
  await writer.step('finish');
  const whole = await fromStart;
  const { events } = await store.readEvents(writer.id);
  expect(events.length).toBeGreaterThan(1000);
  expect(whole.map(({ event }) => event)).toEqual(events);
  expect([...seen, ...(await fromMiddle)]).toEqual(whole);
  expect(whole.at(-1)?.event).toMatchObject({ event: 'run_finished' });
  expect(whole.map(({ event }) => event)).toContainEqual(
    expect.objectContaining({ event: 'unknown', name: 'from-the-future' }),
  );
  expect(whole.map(textOf)).toContain('note 999 ä€😀');
  expect(whole.map(textOf)).toContain('ä€😀'.repeat(200_000));
  expect(seqs(whole)).toEqual(upTo(whole.length - 1));
});

test('a position is where the next event begins in the file', async () => {
  const run = await store.create(REQUEST);
  await finishSmallRun(run);
  const bytes = await readFile(join(run.folder, 'events.jsonl'));
  const whole = await collect(store.follow(run.id));
  expect(whole.at(-1)?.position).toBe(bytes.length);
  for (const [at, { position }] of whole.entries()) {
    expect(bytes[position - 1]).toBe(10);
    expect(await collect(store.follow(run.id, { from: position }))).toEqual(whole.slice(at + 1));
  }
  for (const from of [1, 5, bytes.length + 1, -1, 0.5])
    await expect(collect(store.follow(run.id, { from }))).rejects.toMatchObject({ code: 'bad-position' });
});

test('ends when the writer is killed in the middle of a line, and continues once the run is resumed', async () => {
  const writer = await startWriter();
  await writer.step('notes');
  const followed = collect(store.follow(writer.id));
  await writer.step('torn');
  writer.order('kill');
  await writer.ended;
  const before = await followed;
  expect(seqs(before)).toEqual(upTo(501));
  const reopened = await store.reopen(writer.id);
  if (reopened.state !== 'open') throw new Error('nothing to resume');
  const more = collect(store.follow(writer.id, { from: before.at(-1)?.position ?? 0 }));
  await finishSmallRun(reopened.run);
  const after = await more;
  expect(after[0]?.event).toMatchObject({ event: 'resumed', seq: 502 });
  expect(seqs([...before, ...after])).toEqual(upTo(505));
});

test('ends with the reason when the run is left, and without an error when it is discarded', async () => {
  const [left, discarded] = [await startWriter(), await startWriter()];
  const [ofLeft, ofDiscarded] = [collect(store.follow(left.id)), collect(store.follow(discarded.id))];
  await left.step('leave');
  await discarded.step('notes');
  await discarded.step('discard');
  expect((await ofLeft).at(-1)?.event).toMatchObject({ event: 'run_failed', reason: 'the machine failed' });
  const seen = seqs(await ofDiscarded);
  expect(seen).toEqual(upTo(seen.length - 1));
});

test('an abort ends following while the writer goes on', async () => {
  const writer = await startWriter();
  const controller = new AbortController();
  const seen: FollowedEvent[] = [];
  const following = (async () => {
    for await (const one of store.follow(writer.id, { signal: controller.signal })) {
      seen.push(one);
      // By then it waits for the next one.
      if (one.event.seq === 501) setTimeout(() => controller.abort(), 100);
    }
  })();
  await writer.step('notes');
  await following;
  expect(seqs(seen)).toEqual(upTo(501));
  await writer.step('finish');
});

test('a run that does not exist cannot be followed', async () => {
  for (const id of ['latest', '01M7NBVGQWBFZS2QKKMDF28EE7', '../../etc'])
    await expect(collect(store.follow(id))).rejects.toMatchObject({ code: 'run-unknown' });
});

test('subscribers get what the trace stores, in the same order', async () => {
  const run = await store.create(REQUEST);
  const heard: unknown[] = [];
  run.subscribe((event) => heard.push(event));
  run.emit({ event: 'stage', text: 'one' });
  await run.record({ event: 'note', text: 'two' });
  run.emit({ event: 'stage', text: 'three' });
  await finishSmallRun(run);
  const { events } = await store.readEvents(run.id);
  expect(events.slice(1)).toEqual(
    heard.map((event, at) => expect.objectContaining({ ...(event as object), seq: at + 1 })),
  );
});

test('an aborted run reports the abort, and a lost line fails the run instead of leaving a gap', async () => {
  const aborted = await store.create(REQUEST);
  await aborted.leave(new DOMException('stopped by the user', 'AbortError'));
  expect((await store.readEvents(aborted.id)).events.at(-1)).toMatchObject({
    event: 'run_aborted',
    reason: 'stopped by the user',
  });
  const run = await store.create(REQUEST);
  await removeFolder(join(run.folder, 'events.jsonl'));
  run.emit({ event: 'stage', text: 'lost' });
  await expect(run.record({ event: 'note', text: 'after it' })).rejects.toMatchObject({
    code: 'store-failed',
  });
  await expect(finishSmallRun(run)).rejects.toMatchObject({ code: 'store-failed' });
});

test('runs of a benchmark are followed until their summary is there, or their writer is gone', async () => {
  const bench = openBenchStore(join(repository, 'bench'));
  const run = await bench.create();
  const trace = await createEventsLog(run.tracePath, Date.now);
  const followed = collect(bench.follow(run.id));
  await trace.append({ event: 'task', task: 'sum', hash: 'x', model: 'mock:synthetic', repeat: 0 });
  const first = await bench.follow(run.id)[Symbol.asyncIterator]().next();
  expect(first.value).toMatchObject({ event: { event: 'task', task: 'sum', seq: 0 } });
  await trace.append({ event: 'note', text: 'one more' });
  await trace.close();
  await run.discard();
  const seen = seqs(await followed);
  expect(seen).toEqual(upTo(seen.length - 1));
  await expect(collect(bench.follow(run.id))).rejects.toMatchObject({ code: 'run-unknown' });
});
