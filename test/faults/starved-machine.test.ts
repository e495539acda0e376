import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Arena, makeTemplate, newMark, openArena, orphans, withoutId } from './killed-run.ts';
import { has, unless } from '../support/needs.ts';

const mark = newMark();
let template: Awaited<ReturnType<typeof makeTemplate>>;
let whole: string;

const inArena = async (work: (arena: Arena) => Promise<void>): Promise<void> => {
  const arena = await openArena(template, mark);
  try {
    await work(arena);
  } finally {
    await arena.remove();
  }
};

beforeAll(async () => {
  template = await makeTemplate(mark);
  await inArena(async (arena) => {
    whole = (await arena.evaluate().ended).stdout;
  });
});
afterAll(() => template.remove());

/** A small disk of its own, which ends with the command. */
const onSmallDisk = (folder: string, size: string): string =>
  `mount -t tmpfs -o size=${size} tmpfs '${folder}' || exit 77`;

/** The machine's fault is reported as such, in one sentence, and never as a candidate's failure. */
const expectOneSentence = ({
  code,
  stderr,
  stdout,
}: {
  code: number | null;
  stderr: string;
  stdout: string;
}): void => {
  expect([0, 2, 3], stderr).toContain(code);
  expect(stderr).not.toMatch(/^\s+at .*\.js:\d+/m);
  if (code === 0) expect(withoutId(stdout)).toBe(withoutId(whole));
  else expect(stderr).toMatch(/error|space|disk|files/i);
};

describe.skipIf(!has.mounts)(`a full disk${unless('mounts')}`, () => {
  test.each([
    ['.hydra', '64k'],
    ['.hydra', '300k'],
    ['cache', '64k'],
    ['cache', '1m'],
  ])('under %s, of %s', async (where, size) => {
    await inArena(async (arena) => {
      const folder = where === 'cache' ? arena.cacheHome : join(arena.root, where);
      await mkdir(folder, { recursive: true });
      // Mounts that no other process sees.
      const wrap = ['unshare', '--map-root-user', '--mount'];
      expectOneSentence(await arena.evaluate({ wrap, before: onSmallDisk(folder, size) }).ended);
      expect(await orphans(mark)).toBeNull();
      // With room again the same command has the same result.
      const again = await arena.evaluate().ended;
      expect(again.code, again.stderr).toBe(0);
      expect(withoutId(again.stdout)).toBe(withoutId(whole));
    });
  });
});

test.each([40, 64, 128])('only %i open files: a result or one sentence', async (most) => {
  await inArena(async (arena) => {
    expectOneSentence(await arena.evaluate({ before: `ulimit -n ${most}` }).ended);
    expect(await orphans(mark)).toBeNull();
    const again = await arena.evaluate().ended;
    expect(withoutId(again.stdout), again.stderr).toBe(withoutId(whole));
    const [repository = ''] = await readdir(arena.cacheHome);
    expect(await readdir(join(arena.cacheHome, repository, 'scratch'))).toEqual([]);
  });
});
