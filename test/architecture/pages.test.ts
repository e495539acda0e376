import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { PAGES } from '../../scripts/folders.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const IMPORT = /^import (type )?[^;]*?from '([^']+)';|import\('([^']+)'\)/gm;

type Import = { readonly file: string; readonly to: string; readonly typeOnly: boolean };

const importsBelow = (folder: string): readonly Import[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /[.]tsx?$/.test(name))
    .flatMap((name) => {
      const file = join(folder, name);
      return [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].map(([, type, named, loaded]) => {
        const path = named ?? loaded ?? '';
        const to = path.startsWith('.') ? relative(root, join(root, dirname(file), path)) : path;
        return { file, to, typeOnly: type !== undefined };
      });
    });

const pages = importsBelow(PAGES.folder);
const leaving = pages.filter(({ to }) => to.startsWith('src/'));

test('pages import types of the domain, and nothing else of the program', () => {
  expect(leaving.length).toBeGreaterThan(5);
  const allowed = PAGES.imports.map((folder) => `src/${folder}/`);
  const wrong = leaving.filter(
    ({ to, typeOnly }) => !typeOnly || !allowed.some((folder) => to.startsWith(folder)),
  );
  expect(wrong).toEqual([]);
});

test('pages use no built-in module of Node', () => {
  expect(pages.filter(({ to }) => to.startsWith('node:'))).toEqual([]);
});

test('the program does not import pages', () => {
  expect(importsBelow('src').filter(({ to }) => to.startsWith('web/'))).toEqual([]);
});

test('no folder of pages holds too many files', () => {
  const counts = new Map<string, number>();
  for (const { file } of pages) counts.set(dirname(file), 0);
  for (const folder of counts.keys())
    counts.set(
      folder,
      readdirSync(join(root, folder), { withFileTypes: true }).filter((one) => one.isFile()).length,
    );
  expect([...counts].filter(([, count]) => count > 22)).toEqual([]);
});
