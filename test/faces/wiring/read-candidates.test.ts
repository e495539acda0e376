import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CandidateName } from '../../../src/core/domain/candidate/candidate.ts';
import { parseCandidate, readCandidates } from '../../../src/faces/wiring/read-candidates.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hydra-candidates-'));
  const known = '{ "duration_ms": 5 }';
  const files: Record<string, string> = {
    'codex.patch': '',
    'codex.json': known,
    'edits.ops.json': '[]',
    'edits.json': known,
    'alone.json': 'not even JSON',
    'usage.json': '{ "alone": { "usd": 1 } }',
    'notes.txt': '',
    '.json': '',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a folder gives patches and lists of operations, and their recorded facts', () => {
  const read = (usage?: string) =>
    readCandidates({ candidate: [], candidates: [folder], ...(usage === undefined ? {} : { usage }) });
  expect(read(join(folder, 'usage.json'))).toEqual([
    { name: 'alone', source: join(folder, 'alone.json'), provenance: { status: 'completed', usd: 1 } },
    {
      name: 'codex',
      source: join(folder, 'codex.patch'),
      provenance: { status: 'completed', duration_ms: 5 },
    },
    {
      name: 'edits',
      source: join(folder, 'edits.ops.json'),
      provenance: { status: 'completed', duration_ms: 5 },
    },
  ]);
  // Without --usage nothing says what usage.json is; it will be listed as rejected, not lost.
  expect(read().map(({ name }) => name)).toEqual(['alone', 'codex', 'edits', 'usage']);
});

test('single sources are candidates, as are folders of them', () => {
  const names = (...sources: string[]) =>
    readCandidates({ sources, candidate: [], candidates: [] }).map(({ name }) => name);
  expect(names(join(folder, 'codex.patch'), 'mine=agent/mine', 'feature')).toEqual([
    'codex',
    'mine',
    'feature',
  ]);
  expect(names(folder)).toContain('edits');
  // A checkout is compared with the base, whatever is in it.
  expect(names(join(import.meta.dirname, '../../..'))).toHaveLength(1);
});

test.each([
  ['x.patch', 'x'],
  ['a/x.diff', 'x'],
  ['x.ops.json', 'x'],
  ['x.json', 'x'],
  ['agent/claude', 'claude'],
  ['.json', '.json'],
  ['me=x.json', 'me'],
  ['a/\u001b[2Jx\u202ey.patch', '_[2Jx_y'],
])('%s is called %s', (text, name) => {
  expect(parseCandidate(text).name).toBe(name);
});

test('every file name that a file system allows gives a candidate a distinct, printable name', async () => {
  const odd = await mkdtemp(join(tmpdir(), 'hydra-candidates-'));
  const names = [
    'Claude',
    'claude',
    'two words',
    'émoji 🚀',
    '-dash',
    '.dot',
    'base',
    'new\nline',
    'a=b',
    '\u200b',
  ];
  for (const name of names) await writeFile(join(odd, `${name}.patch`), '');
  await writeFile(join(odd, 'claude.diff'), '');
  const read = readCandidates({ candidate: [join(odd, 'a=b.patch')], candidates: [odd] }).map(
    ({ name }) => name,
  );
  await rm(odd, { recursive: true });
  expect(new Set(read)).toEqual(
    new Set([
      'a=b',
      'Claude',
      'claude.patch',
      'claude.diff',
      'two words',
      'émoji 🚀',
      '-dash',
      '.dot',
      'base.patch',
      'new_line',
      '_',
    ]),
  );
  expect(read.filter((name) => !CandidateName.safeParse(name).success)).toEqual([]);
});
