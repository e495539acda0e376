import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Arena,
  eventsOf,
  makeTemplate,
  marked,
  newMark,
  openArena,
  orphans,
  runsOf,
} from './killed-run.ts';

const mark = newMark();
let template: Awaited<ReturnType<typeof makeTemplate>>;

beforeAll(async () => {
  // A test that waits, in a session of its own too, so that there is something to end.
  template = await makeTemplate(mark, {
    build: `: ${mark}; mkdir out && cp sum.js out/ && echo > out/built`,
    test: `: ${mark}; (setsid sleep 600 &) ; test -f fast || sleep 600; node --test`,
  });
});
afterAll(() => template.remove());

const inArena = async (work: (arena: Arena) => Promise<void>): Promise<void> => {
  const arena = await openArena(template, mark);
  try {
    await work(arena);
  } finally {
    await arena.remove();
  }
};

/** Until the tests of the base run. */
const untilTesting = async (arena: Arena): Promise<string> => {
  for (let round = 0; round < 3000; round += 1) {
    const [run = ''] = await runsOf(arena);
    const built = (await eventsOf(arena, run)).filter(({ event }) => event === 'check').length;
    if (built > 0 && (await marked('sleep\u0000600')).length > 0) return run;
    await sleep(100);
  }
  throw new Error('the tests never began');
};

describe.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s', (signal, code) => {
  test('ends every check, leaves the run unfinished, and says how to go on', () =>
    inArena(async (arena) => {
      const running = arena.evaluate();
      const run = await untilTesting(arena);
      running.kill(signal);
      const ended = await running.ended;
      expect(ended.code, ended.stderr).toBe(code);
      expect(ended.stderr).toContain(`hydra evaluate --resume ${run}`);
      expect(await orphans(mark)).toBeNull();
      const { stdout } = await arena.hydra(['runs', '--json']).ended;
      expect(JSON.parse(stdout)).toMatchObject([{ id: run, state: 'unfinished' }]);
      // What was ended is no result: no check is recorded as killed.
      expect(JSON.stringify(await eventsOf(arena, run))).not.toContain('SIGKILL');
    }));
});

test('a run that is still being captured is not resumed by another', () =>
  inArena(async (arena) => {
    const running = arena.evaluate();
    const run = await untilTesting(arena);
    const second = await arena.hydra(['evaluate', '--resume', run]).ended;
    expect(second.code).toBe(2);
    expect(second.stderr).toMatch(/is being captured by another process \(\d+ on /);
    running.kill('SIGKILL');
    await running.ended;
    expect(await orphans(mark)).toBeNull();
  }));

test('what cannot be resumed is said in one sentence', () =>
  inArena(async (arena) => {
    const resume = async (...words: string[]) =>
      (await arena.hydra(['evaluate', '--resume', ...words]).ended).stderr;
    expect(await resume('latest')).toContain('Every run here is complete');
    expect(await resume('01ABC')).toContain('There is no run');
    expect(await resume('latest', '--base', 'main')).toContain(
      '--resume cannot be combined with other options',
    );
    const running = arena.evaluate();
    const run = await untilTesting(arena);
    running.kill('SIGKILL');
    await running.ended;
    const events = join(arena.root, '.hydra', 'runs', run, 'events.jsonl');
    await writeFile(events, '{"event":"cre');
    expect(await resume(run)).toContain('was ended before it had begun');
    expect(await readdir(join(arena.root, '.hydra', 'claims'))).toEqual([]);
  }));
