import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { ProjectBrief } from '../../../src/core/domain/source/project-brief.ts';
import { briefMarkdown } from '../../../src/core/report/analysis/brief-markdown.ts';
import { openBriefTools } from '../../../src/faces/wiring/wiring-sources.ts';
import { buildBrief } from '../../../src/shell/sources/build-brief.ts';
import { type Files, makeProject, type ScratchProject } from '../../support/scratch-project.ts';
import { openSession } from '../../../src/faces/wiring/session.ts';

const projects: ScratchProject[] = [];
afterEach(async () => {
  for (const project of projects.splice(0)) await project.remove();
});

const brief = async (root: string) => {
  const session = openSession();
  try {
    return (await buildBrief(await openBriefTools(session, root))).brief;
  } finally {
    await session.close();
  }
};

const scratch = async (files: Files): Promise<ScratchProject> => {
  const project = await makeProject(files);
  projects.push(project);
  await project.commit('base');
  return project;
};

const many = (count: number, file: (at: number) => readonly [string, string]): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => file(at)));

const LAYERED: Files = {
  'package.json': '{ "name": "shop", "main": "./src/index.js", "scripts": { "test": "node --test" } }',
  'src/index.js':
    "import { viewCart0 } from './view/view-cart-0.js';\nexport const startShop = () => viewCart0();\n",
  ...many(6, (at) => [
    `src/view/view-cart-${at}.js`,
    `import { cartTotal${at} } from '../model/cart-total-${at}.js';\nexport const viewCart${at} = (orderId) => cartTotal${at}(orderId);\n`,
  ]),
  ...many(6, (at) => [
    `src/model/cart-total-${at}.js`,
    `export const MAX_ITEMS_${at} = ${at};\nexport const cartTotal${at} = (orderId) => orderId + MAX_ITEMS_${at};\n`,
  ]),
  'test/cart.test.js': "import { cartTotal0 } from '../src/model/cart-total-0.js';\ncartTotal0(1);\n",
  'schema.graphql': 'type Query { a: Int }',
};

describe('a JavaScript project', () => {
  test('is described from its files', async () => {
    const { root } = await scratch(LAYERED);
    const made = await brief(root);
    expect(ProjectBrief.safeParse(made).error).toBeUndefined();
    expect(made.languages).toEqual([{ language: 'TypeScript and JavaScript', files: 14, lines: 28 }]);
    expect(made.packageManager).toBe('npm');
    expect(made.commands).toMatchObject({ test: 'npm test' });
    expect(made.layers[0]).toEqual({ from: 'src/view', to: 'src/model', imports: 6, against: 0, rule: true });
    expect(made.naming.find(({ kind }) => kind === 'function')).toMatchObject({
      style: 'camelCase',
      confidence: 1,
    });
    expect(made.naming.find(({ kind }) => kind === 'constant')).toMatchObject({ style: 'UPPER_SNAKE_CASE' });
    expect(made.fileNames[0]).toEqual({ folder: 'src/model', pattern: '*.js in kebab-case', files: 6 });
    expect(made.glossary[0]).toEqual({ name: 'orderId', kind: 'variable', count: 24, files: 12 });
    expect(made.tests).toMatchObject({
      files: 1,
      placement: 'apart',
      patterns: [{ pattern: '*.test.js', files: 1 }],
    });
    expect(made.schemas).toEqual([{ kind: 'graphql', path: 'schema.graphql' }]);
    expect(made.entryPoints).toEqual([{ path: 'src/index.js', why: 'main of package.json' }]);
    expect(made.imports).toMatchObject({ internal: 8, unresolved: 0, cycles: [] });
  });

  test('after a change the brief is what it would be without any cache', async () => {
    const project = await scratch(LAYERED);
    await brief(project.root);
    await project.write({
      'src/model/cart-total-1.js': 'export const cart_total_1 = (order_id) => order_id;\n',
      'src/view/new-view.js': "import '../model/cart-total-2.js';\n",
      'src/view/view-cart-5.js': null,
    });
    const warm = await brief(project.root);
    await rm(join(project.root, '.hydra'), { recursive: true });
    expect(warm).toEqual(await brief(project.root));
  });

  test.each([
    ['cut', (bytes: Buffer) => bytes.subarray(0, bytes.length - 9)],
    [
      'changed in one byte',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -5), Buffer.from([7]), bytes.subarray(-4)]),
    ],
    ['empty', () => Buffer.alloc(0)],
    ['something else', () => Buffer.from('[1,2]\nnonsense')],
  ])('stored facts that are %s are read anew', async (_, damage) => {
    const { root } = await scratch(LAYERED);
    const whole = await brief(root);
    const pack = join(root, '.hydra', 'cache', 'facts.pack');
    await writeFile(pack, damage(await readFile(pack)));
    expect(await brief(root)).toEqual(whole);
  });

  test('the Markdown keeps to its budget and says what it left out', async () => {
    const { root } = await scratch(LAYERED);
    const made = await brief(root);
    expect(briefMarkdown(made, 2_000)).toContain('`src/view` → `src/model` (6 : 0)');
    const short = briefMarkdown(made, 100);
    expect(short.length).toBeLessThan(100 * 4 + 120);
    expect(short).toMatch(/lines did not fit into 100 tokens/);
  });
});

test('a Python package: relative and absolute imports, names, tests', async () => {
  const { root } = await scratch({
    'pyproject.toml': '[project]\nname = "shop"\n[project.scripts]\nshop = "shop.web:show_cart"\n',
    'src/shop/__init__.py': '',
    'src/shop/__main__.py': 'from shop.web import show_cart\nshow_cart()\n',
    'src/shop/web.py':
      'from .models import cart_total, ShopOrder\nfrom shop import models\ndef show_cart(): return cart_total()\n',
    'src/shop/models.py': [
      'import os',
      ...['a', 'b', 'c', 'd', 'e'].map((x) => `def cart_total_${x}(): pass`),
    ].join('\n'),
    'tests/test_web.py': 'import shop.web\n',
  });
  const made = await brief(root);
  expect(made.imports.mostImported).toEqual([
    { path: 'src/shop/web.py', count: 2 },
    { path: 'src/shop/models.py', count: 1 },
  ]);
  expect(made.imports.external).toEqual([{ name: 'os', count: 1 }]);
  expect(made.naming.find(({ kind }) => kind === 'function')?.style).toBe('snake_case');
  expect(made.tests.patterns).toEqual([{ pattern: 'test_*.py', files: 1 }]);
  expect(made.entryPoints).toEqual([
    { path: 'src/shop/web.py', why: 'the program shop' },
    { path: 'src/shop/__main__.py', why: 'python -m' },
  ]);
});

test('a package without an entry has the one that Node looks for', async () => {
  const { root } = await scratch({ 'package.json': '{"name":"shop"}', 'index.js': 'export {};\n' });
  expect((await brief(root)).entryPoints).toEqual([{ path: 'index.js', why: 'main of package.json' }]);
});

test('a Go module: packages, exported names apart', async () => {
  const { root } = await scratch({
    'go.mod': 'module example.com/shop\n',
    'cmd/shop/main.go':
      'package main\nimport "example.com/shop/internal/cart"\nfunc main() { cart.NewCart() }\n',
    'internal/cart/cart.go':
      'package cart\nfunc NewCart() {}\nfunc AddItem() {}\nfunc TotalOf() {}\nfunc ClearAll() {}\nfunc IsEmpty() {}\nfunc sumOf() {}\n',
  });
  const made = await brief(root);
  expect(made.imports.mostImported).toEqual([{ path: 'internal/cart', count: 1 }]);
  expect(made.naming.find(({ kind }) => kind === 'exported function')?.style).toBe('PascalCase');
  expect(made.entryPoints).toEqual([{ path: 'cmd/shop/main.go', why: 'declares main' }]);
});

test('a Java project: classes by package', async () => {
  const { root } = await scratch({
    'pom.xml': '<project/>',
    'src/main/java/shop/App.java':
      'package shop;\nimport shop.cart.Cart;\nimport shop.cart.Cart.Line;\nclass App { public static void main(String[] args) {} }\n',
    'src/main/java/shop/cart/Cart.java': 'package shop.cart;\nimport java.util.List;\npublic class Cart {}\n',
  });
  const made = await brief(root);
  expect(made.imports.mostImported).toEqual([{ path: 'src/main/java/shop/cart/Cart.java', count: 1 }]);
  expect(made.imports.external).toEqual([{ name: 'java.util.List', count: 1 }]);
  expect(made.entryPoints[0]).toEqual({ path: 'src/main/java/shop/App.java', why: 'declares main' });
});

test('a Rust crate: modules of files and folders', async () => {
  const { root } = await scratch({
    'Cargo.toml': '[package]\nname = "shop"\n',
    'src/lib.rs': 'mod cart;\npub mod store;\nuse crate::cart::Cart;\n',
    'src/cart.rs': 'use super::store::item::Item;\nuse serde::Serialize;\npub struct Cart;\n',
    'src/store/mod.rs': 'pub mod item;\n',
    'src/store/item.rs': 'use crate::cart::Cart;\npub struct Item;\n',
  });
  const made = await brief(root);
  expect(made.imports.internal).toBe(5);
  expect(made.imports.unresolved).toBe(0);
  expect(made.imports.cycles).toEqual([['src/cart.rs', 'src/store/item.rs']]);
});

test('a Ruby gem: files on the load path and next to each other', async () => {
  const { root } = await scratch({
    Gemfile: "gem 'rspec'\n",
    'lib/shop.rb': "require 'json'\nrequire 'shop/cart'\nmodule Shop\n  RATE = 2\nend\n",
    'lib/shop/cart.rb': "require_relative 'item'\nrequire_relative 'gone'\nclass Cart\nend\n",
    'lib/shop/item.rb': 'class Item\n  def initialize(price)\n    @price = price\n  end\nend\n',
    'spec/shop_spec.rb': "require 'shop'\n",
  });
  const made = await brief(root);
  expect(made.languages[0]).toMatchObject({ language: 'Ruby', files: 4 });
  expect(made).toMatchObject({ profile: 'ruby', packageManager: 'bundler' });
  expect(made.imports).toMatchObject({ internal: 3, unresolved: 1, external: [{ name: 'json', count: 1 }] });
});

test('untracked files count, ignored and generated ones do not', async () => {
  const project = await scratch({ 'a.js': 'const a = 1;\n', '.gitignore': 'skipped.js\n' });
  await project.write({ 'b.js': 'b;\n', 'skipped.js': 'c;\n', 'dist/d.js': 'd;\n' });
  expect((await brief(project.root)).languages[0]).toMatchObject({ files: 2 });
});
