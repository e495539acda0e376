import { existsSync } from 'node:fs';
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkOnly } from '../../src/faces/library/library.ts';
import { makeProject, type ScratchProject } from '../support/scratch-project.ts';
import { readmeRow } from './print-table.ts';

type OpList = {
  readonly name: string;
  readonly tries: string;
  /** What the refusal mentions; null: it must apply. */
  readonly refused: string | null;
  readonly ops: unknown;
};

const lists = JSON.parse(
  await readFile(new URL('ops/lists.json', import.meta.url), 'utf8'),
) as readonly OpList[];
const hostile = lists.filter(({ refused }) => refused !== null);
const honest = lists.filter(({ refused }) => refused === null);

let project: ScratchProject;
let reasons: ReadonlyMap<string, string | null>;

/** More than 50 operations, and more than 50 KB: the guard of the source document. */
const TOO_LARGE: readonly OpList[] = [
  {
    name: 'too-many-operations',
    tries: 'hides something among many operations',
    refused: '^has 51 operations, more than 50$',
    ops: Array.from({ length: 51 }, (_, at) => ({ kind: 'add', path: `src/f${at}.js`, content: '' })),
  },
  {
    name: 'too-many-bytes',
    tries: 'brings more than a patch may carry',
    refused: '^carries 60000 bytes, more than 50000$',
    ops: [{ kind: 'add', path: 'src/large.txt', content: 'x'.repeat(60_000) }],
  },
];

beforeAll(async () => {
  project = await makeProject({
    'src/split.js': await readFile(new URL('projects/js/src/split.js', import.meta.url), 'utf8'),
    'docs/rounding.md': '# Rounding\n',
    'package.json': '{"name":"till","scripts":{"test":"node --test"}}\n',
  });
  for (const [name, target] of [
    ['inside', 'src'],
    ['outside', '../..'],
    ['innocent', '.git'],
  ] as const)
    await symlink(target, join(project.root, name));
  await project.commit('Links');
  const candidates: { name: string; source: string }[] = [];
  for (const { name, ops } of [...lists, ...TOO_LARGE]) {
    const source = join(project.patches, `${name}.ops.json`);
    await writeFile(source, JSON.stringify(ops));
    candidates.push({ name, source });
  }
  const { candidates: checked } = await checkOnly({ repo: project.root, base: 'main', candidates });
  reasons = new Map(checked.map((entry) => [entry.name, entry.reason]));
});
afterAll(() => project.remove());

describe('hostile lists of patch operations', () => {
  test('there are enough of them', () => {
    expect(hostile.length + TOO_LARGE.length).toBeGreaterThanOrEqual(20);
  });

  test.each([...hostile, ...TOO_LARGE])('$name is refused: it $tries', ({ name, refused }) => {
    expect(reasons.get(name)).toMatch(new RegExp(refused ?? '^$'));
  });

  test.each(honest)('$name is accepted: $tries', ({ name }) => {
    expect(reasons.get(name)).toBeNull();
  });

  test('the README states how many', async () => {
    const all = [...hostile, ...TOO_LARGE];
    const rates = {
      hostile: all.length,
      caught: all.filter(({ name, refused }) => new RegExp(refused ?? '^$').test(reasons.get(name) ?? ''))
        .length,
      honest: honest.length,
      falseAlarms: honest.filter(({ name }) => reasons.get(name) !== null).length,
    };
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
    expect(readme).toContain(readmeRow('ops', rates));
  });

  test('none of them reaches the disk', async () => {
    expect(existsSync('/tmp/hydra-red-team-ops')).toBe(false);
    expect((await readdir(join(project.root, '..'))).sort()).toEqual(['patches', 'repo']);
    expect(await project.git('status', '--porcelain')).toBe('');
  });
});
