import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FOLDERS } from '../../scripts/folders.mjs';
import { folderTable } from '../../scripts/docs/folder-table.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const src = join(root, 'src');
const entries = readdirSync(src, { recursive: true, withFileTypes: true }).map((entry) => ({
  path: join(entry.parentPath, entry.name).slice(src.length + 1),
  isFile: entry.isFile(),
}));
const files = entries.filter(({ isFile }) => isFile).map(({ path }) => path);
const folders = FOLDERS.map(({ folder }) => folder);

test('every source file is in a listed folder, so that a rule applies to it', () => {
  const homeless = files.filter((file) => !folders.some((folder) => file.startsWith(`${folder}/`)));
  expect(homeless).toEqual([]);
});

test('every listed folder exists, and so does everything that it may import', () => {
  const known = new Set(entries.map(({ path }) => path));
  const named = FOLDERS.flatMap(({ folder, imports }) => [folder, ...imports]);
  expect(named.filter((path) => !known.has(path))).toEqual([]);
});

test('folders of the shell and its adapters import each other in one direction', () => {
  const rank = new Map(folders.map((folder, at) => [folder, at]));
  for (const { folder, imports } of FOLDERS.filter((one) => one.folder.startsWith('shell/')))
    for (const other of imports.filter((path) => path.startsWith('shell/')))
      expect(rank.get(other), `${folder} → ${other}`).toBeLessThan(rank.get(folder)!);
});

test('docs/architecture.md states the rules that are enforced', () => {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  expect(page).toContain(folderTable().join('\n'));
});

test('no folder holds too many files, unless they are one list of similar things', () => {
  /** One file per parser, rule, part of a language or port. */
  const ALIKE =
    /^(?:core\/parse\/(?:tests|lint)|core\/analyse\/flags\/rules|core\/languages\/[a-z]+|shell\/ports)$/;
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = file.slice(0, file.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const crowded = [...counts].filter(([folder, count]) => count > 22 && !ALIKE.test(folder));
  expect(crowded).toEqual([]);
});

test('an exported name is defined once', () => {
  const definition = /^export (?:declare )?(?:async )?(?:function\*?|const|let|interface|type|class) (\w+)/gm;
  const places = new Map<string, string[]>();
  for (const file of files) {
    // The library offers use cases of the shell under their names; every command exports `build`.
    if (file.startsWith('faces/library/') || file.startsWith('faces/cli/commands/')) continue;
    const text = readFileSync(join(src, file), 'utf8');
    for (const name of new Set([...text.matchAll(definition)].map(([, found = '']) => found)))
      places.set(name, [...(places.get(name) ?? []), file]);
  }
  expect([...places].filter(([, where]) => where.length > 1)).toEqual([]);
});
