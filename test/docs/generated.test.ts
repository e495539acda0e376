import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateDocs } from '../../scripts/generate-docs.mjs';
import { checkout } from './markdown.ts';

test('generated files are as the code would write them now; else run `npm run docs`', async () => {
  const generated = await generateDocs();
  expect(Object.keys(generated).length).toBeGreaterThan(8);
  for (const [path, text] of Object.entries(generated))
    expect(readFileSync(join(checkout, path), 'utf8'), path).toBe(text);
});
