import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Arena,
  eventsOf,
  makeTemplate,
  marked,
  newMark,
  newWait,
  openArena,
  orphans,
  runsOf,
} from './killed-run.ts';

const [mark, wait, otherWait] = [newMark(), newWait(), newWait()];
let template: Awaited<ReturnType<typeof makeTemplate>>;

beforeAll(async () => {
  // A test that waits, in a session of its own too, so that there is something to end.
  template = await makeTemplate(mark, {
    build: `: ${mark}; mkdir out && cp sum.sh out/ && echo > out/built`,
    test: `: ${mark}; (setsid sleep ${wait} &) ; test -f fast || sleep ${wait}; sh sum.test.sh`,
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
    if (built > 0 && (await marked(`sleep\u0000${wait}`)).length > 0) return run;
    await sleep(100);
  }
  throw new Error('the tests never began');
};

describe.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s', (signal, code) => {
  test('ends every check, leaves the run unfinished, and says how to resume', () =>
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
      // A stopped check is not a result: no check is recorded as killed.
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

test('an unresumable run is reported in one sentence', () =>
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

/** Commands without a run to resume, with a check that would take ten minutes. */
const WAITING = `: ${mark}; sleep ${otherWait}`;
const LONG_COMMANDS: readonly (readonly [
  string,
  (suite: string) => readonly string[],
  Record<string, string>,
])[] = [
  [
    'tasks',
    (suite) => ['tasks', 'validate', suite],
    {
      'task.toml': `prompt = "Wait."\n[[checks]]\ntype = "command"\nrun = ${JSON.stringify(WAITING)}\n`,
      'fixture/a.txt': 'a',
    },
  ],
  [
    'bench',
    (suite) => ['bench', 'validate', '--suite', suite],
    {
      'task.toml': [
        'title = "Wait"',
        'language = "python"',
        'kind = "feature"',
        'difficulty = "easy"',
        '[tests]',
        'fail_to_pass = ["test_wait > test_wait"]',
        'pass_to_pass = []',
      ].join('\n'),
      'issue.md': 'Wait.\n',
      'repo/wait.py': 'TIME = 1\n',
      'repo/hydra.toml': `[scoring.commands]\ninstall = false\ntest = ${JSON.stringify(WAITING)}\n`,
      'tests/test_wait.py': 'def test_wait():\n    assert False\n',
      'gold.patch': '--- a/wait.py\n+++ b/wait.py\n@@ -1 +1 @@\n-TIME = 1\n+TIME = 2\n',
    },
  ],
];

test.each(LONG_COMMANDS)('hydra %s ends its work on SIGINT', (_, words, files) =>
  inArena(async (arena) => {
    const suite = join(arena.folder, 'suite');
    for (const [path, text] of Object.entries(files)) {
      const file = join(suite, 'wait', path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    const running = arena.hydra(words(suite));
    const early = running.ended.then(({ stderr }) => stderr);
    while ((await marked(`sleep\u0000${otherWait}`)).length === 0) {
      const said = await Promise.race([early, sleep(100, null)]);
      if (said !== null) throw new Error(`the check never began: ${said}`);
    }
    running.kill('SIGINT');
    const ended = await running.ended;
    expect([ended.code, ended.signal]).toEqual([130, null]);
    expect(ended.stderr).toContain('ended by SIGINT');
    expect(await orphans(mark)).toBeNull();
  }),
);
