import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verify } from '../../src/faces/library/library.ts';
import { type Arena, makeTemplate, newMark, openArena, runsOf, withoutId } from './killed-run.ts';

const mark = newMark();
let template: Awaited<ReturnType<typeof makeTemplate>>;
let arena: Arena;
let run: string;
let whole: string;

const flip = async (path: string, at: number): Promise<() => Promise<void>> => {
  const before = await readFile(path);
  const bytes = Buffer.from(before);
  bytes[at] = bytes.readUInt8(at) ^ 1;
  await writeFile(path, bytes);
  return () => writeFile(path, before);
};

beforeAll(async () => {
  template = await makeTemplate(mark);
  arena = await openArena(template, mark);
  whole = (await arena.evaluate().ended).stdout;
  [run = ''] = await runsOf(arena);
});
afterAll(async () => {
  await arena.remove();
  await template.remove();
});

const runFile = (...names: string[]): string => join(arena.root, '.hydra', 'runs', run, ...names);

describe('a flipped byte', () => {
  test.each(['manifest.json', 'events.jsonl', 'conclusion.json', 'run.json', 'baseline/test.log'])(
    'in %s is found',
    async (name) => {
      const { length } = await readFile(runFile(name));
      for (const share of [0.1, 0.5, 0.9]) {
        const mend = await flip(runFile(name), Math.floor(length * share));
        const found = await verify(run, { repo: arena.root });
        await mend();
        expect(found, `${name} at ${share}`).not.toEqual([]);
      }
      expect(await verify(run, { repo: arena.root })).toEqual([]);
    },
  );

  test('makes the command fail', async () => {
    const mend = await flip(runFile('conclusion.json'), 100);
    expect((await arena.hydra(['verify', run]).ended).code).toBe(1);
    await mend();
    expect((await arena.hydra(['verify', run]).ended).code).toBe(0);
  });

  test('in the store of results costs a check, never a wrong answer', async () => {
    const results = join(arena.root, '.hydra', 'cache', 'results');
    const entries = (await readdir(results, { recursive: true })).filter((name) =>
      name.endsWith('entry.jsonl'),
    );
    expect(entries.length).toBeGreaterThan(5);
    for (const [at, name] of entries.entries()) {
      const path = join(results, name);
      const bytes = await readFile(path);
      if (at % 3 === 0) await writeFile(path, bytes.subarray(0, bytes.length / 2));
      else await flip(path, Math.floor(bytes.length * (at % 3 === 1 ? 0.3 : 0.8)));
    }
    const again = await arena.evaluate().ended;
    expect(again.code, again.stderr).toBe(0);
    expect(withoutId(again.stdout)).toBe(withoutId(whole));
  });
});

describe('a killed run', () => {
  const killed = async (work: (one: Arena, id: string) => Promise<void>): Promise<void> => {
    const one = await openArena(template, mark);
    try {
      await one.evaluate({ die: 'event:6' }).ended;
      await work(one, (await runsOf(one))[0] ?? '');
    } finally {
      await one.remove();
    }
  };

  test('with other options in its trace is not resumed', () =>
    killed(async (one, id) => {
      const events = join(one.root, '.hydra', 'runs', id, 'events.jsonl');
      const text = await readFile(events, 'utf8');
      await writeFile(events, text.replace('"jobs":2', '"jobs":3'));
      const { code, stderr } = await one.hydra(['evaluate', '--resume', id]).ended;
      expect(code).toBe(2);
      expect(stderr).toContain('differs from what was written');
      await writeFile(events, text.split('\n').toSpliced(2, 1).join('\n'));
      expect((await one.hydra(['evaluate', '--resume', id]).ended).stderr).toContain(
        'events.jsonl are missing',
      );
    }));

  test('with another patch is not resumed', () =>
    killed(async (one, id) => {
      const patch = join(one.root, '.hydra', 'runs', id, 'candidates', 'right', 'diff.patch');
      await flip(patch, (await readFile(patch)).length - 5);
      const { code, stderr } = await one.hydra(['evaluate', '--resume', id]).ended;
      expect(code).toBe(2);
      expect(stderr).toContain('the patch of right differs from what was written');
    }));

  test('takes its patches from the run, whatever became of the sources', () =>
    killed(async (one, id) => {
      const source = join(template.patches, 'right.patch');
      const text = await readFile(source, 'utf8');
      try {
        await writeFile(
          source,
          text.replace('$1 + $2', () => '$1 + $2 + 1'),
        );
        const resumed = await one.hydra(['evaluate', '--resume', id, '--json']).ended;
        expect(withoutId(resumed.stdout), resumed.stderr).toBe(withoutId(whole));
      } finally {
        await writeFile(source, text);
      }
    }));
});
