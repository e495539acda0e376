import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verify } from '../../src/faces/library/library.ts';
import {
  type Arena,
  type Ended,
  type Event,
  eventsOf,
  makeTemplate,
  mountsIn,
  newMark,
  openArena,
  orphans,
  runsOf,
  scratchOf,
  withoutId,
} from './killed-run.ts';

const mark = newMark();
let template: Awaited<ReturnType<typeof makeTemplate>>;
let whole: Ended;
let wholeEvents: readonly Event[];

const inArena = async (work: (arena: Arena) => Promise<void>): Promise<void> => {
  const arena = await openArena(template, mark);
  try {
    await work(arena);
  } finally {
    await arena.remove();
  }
};

const checksDone = (events: readonly Event[]): readonly string[] =>
  events.filter(({ event }) => event === 'check').map(({ owners, check }) => `${owners?.join()} ${check}`);

beforeAll(async () => {
  template = await makeTemplate(mark);
  await inArena(async (arena) => {
    whole = await arena.evaluate().ended;
    wholeEvents = await eventsOf(arena, (await runsOf(arena))[0] ?? '');
  });
});
afterAll(() => template.remove());

test('the run that is not killed has a winner and many steps', () => {
  expect(whole.code, whole.stderr).toBe(0);
  expect(JSON.parse(whole.stdout).winner).toBe('right');
  expect(wholeEvents.length).toBeGreaterThan(34);
});

const OLD_EVENTS = new Set(['created', 'started', 'applied', 'rejected', 'prepared', 'check', 'install']);

const killAndResume = async (
  die: string,
  changeTrace: (events: string) => Promise<void> = async () => {},
): Promise<void> =>
  inArena(async (arena) => {
    const killed = await arena.evaluate({ die }).ended;
    expect(killed.signal, killed.stderr).toBe('SIGKILL');
    expect(await orphans(mark), 'orphan processes').toBeNull();
    expect(await mountsIn(arena.folder)).toEqual([]);
    const [run = ''] = await runsOf(arena);
    await changeTrace(join(arena.root, '.hydra', 'runs', run, 'events.jsonl'));
    const before = checksDone(await eventsOf(arena, run));
    const resumed = await arena.hydra(['evaluate', '--resume', 'latest', '--json']).ended;
    expect(resumed.code, `${die}: ${resumed.stderr}`).toBe(0);
    expect(withoutId(resumed.stdout)).toBe(withoutId(whole.stdout));
    expect(JSON.parse(resumed.stdout).run_id).toBe(run);
    expect(await runsOf(arena)).toEqual([run]);
    const done = checksDone(await eventsOf(arena, run));
    expect(done.slice(0, before.length)).toEqual(before);
    expect(done.toSorted(), 'no check is done twice').toEqual([...new Set(done)].toSorted());
    expect(await verify(run, { repo: arena.root })).toEqual([]);
    expect(await scratchOf(arena), 'scratch folders').toEqual([]);
    const stored = await readFile(join(arena.root, '.hydra', 'runs', run, 'conclusion.json'), 'utf8');
    expect(JSON.parse(stored).winner).toBe('right');
    for (const repository of ['.git', join('.hydra', 'store.git')])
      await promisify(execFile)('git', [
        '--git-dir',
        join(arena.root, repository),
        'fsck',
        '--strict',
        '--no-dangling',
      ]);
  });

describe('killed with -9', () => {
  test.each([5, 33])('after event %i', (at) => killAndResume(`event:${at}`));

  // The events before it and half a line are left.
  test.each([1, 10, 23])('in the middle of event %i', (at) => killAndResume(`torn:${at}`));

  test.each([0, 4])('while sandbox %i starts', (at) => killAndResume(`sandbox:${at}`));

  test('with a trace of a version that recorded less', () =>
    killAndResume('event:23', async (events) => {
      const lines = (await readFile(events, 'utf8')).trimEnd().split('\n');
      const old = lines.map((line) => JSON.parse(line) as Event).filter(({ event }) => OLD_EVENTS.has(event));
      expect(old.length).toBeLessThan(lines.length);
      await writeFile(events, old.map((event, seq) => `${JSON.stringify({ ...event, seq })}\n`).join(''));
    }));

  test.each(['evidence.json', 'conclusion.json', 'manifest.json'])('before %s has its name', (name) =>
    killAndResume(`rename:${name}`),
  );
});
