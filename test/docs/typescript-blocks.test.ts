import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksOf, checkout } from './markdown.ts';
import { openShop, type ScratchShop } from './scratch-shop.ts';

const blocks = blocksOf('ts', 'run').map((block, index) => ({ ...block, name: `example-${index}` }));

let shop: ScratchShop;
let examples: string;

/** A package of its own that depends on the built one, as a user's would. */
beforeAll(async () => {
  shop = await openShop();
  examples = join(shop.folder, 'examples');
  await mkdir(join(examples, 'node_modules'), { recursive: true });
  await symlink(checkout, join(examples, 'node_modules/hydra-verdict'));
  await writeFile(join(examples, 'package.json'), '{ "name": "examples", "type": "module" }');
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    skipLibCheck: false,
    outDir: 'out',
    types: ['node'],
    typeRoots: [join(checkout, 'node_modules/@types')],
  };
  await writeFile(join(examples, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  for (const { name, text } of blocks) await writeFile(join(examples, `${name}.ts`), text);
});

afterAll(() => shop.remove());

describe('TypeScript examples', () => {
  test('are there', () => expect(blocks.length).toBeGreaterThan(3));

  test('type-check against the built package', async () => {
    const { code, stdout } = await shop.run(join(checkout, 'node_modules/.bin/tsc'), ['-p', examples]);
    expect(stdout).toBe('');
    expect(code).toBe(0);
  });

  test('run in order in one repository and end by themselves', async () => {
    for (const { name, at } of blocks) {
      const ran = await shop.run(process.execPath, [join(examples, 'out', `${name}.js`)]);
      expect(ran.code, `${at}\n${ran.stdout}\n${ran.stderr}`).toBe(0);
      expect(ran.stdout, at).not.toBe('');
    }
  });
});

test('every TypeScript block is one that is run', () => {
  expect(blocksOf('ts')).toHaveLength(blocks.length);
});
