import { afterEach, expect, test } from 'vitest';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createExtractionPool,
  type PoolLimits,
} from '../../../../src/shell/adapters/analysers/extraction/extraction-pool.ts';
import type { Extracted, SourceRequest } from '../../../../src/shell/ports/source-extraction.ts';

const opened: { close(): Promise<void> }[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  for (const each of folders.splice(0)) await rm(each, { recursive: true, force: true });
});

const extract = async (requests: readonly SourceRequest[], limits: Partial<PoolLimits> = {}) => {
  const pool = createExtractionPool('sha1', limits);
  opened.push(pool);
  const found: Extracted[] = [];
  await pool.extract(requests, (index, extracted) => (found[index] = extracted));
  return found;
};

const source = (path: string, text: string): SourceRequest => ({ path, bytes: Buffer.from(text) });

test('every file gets a result, in its place, with git’s id of its content', async () => {
  const requests = Array.from({ length: 70 }, (_, at) => source(`f${at}.js`, `const name${at} = ${at};\n`));
  const found = await extract(requests);
  expect(found).toHaveLength(70);
  found.forEach(({ reading }, at) => expect('names' in reading && reading.names).toEqual([`name${at}`]));
  const [hello] = await extract([source('a.js', 'hello\n')]);
  expect(hello?.blob).toBe('ce013625030ba8dba906f756967f9e9ca394464a');
});

test('a file that takes too long affects only itself', async () => {
  const slow = source('slow.js', '{'.repeat(900_000));
  const found = await extract([source('a.js', 'a'), slow, source('b.py', 'b')], {
    batchMs: 1,
    fileMs: 1,
    processes: 1,
  });
  expect(found).toHaveLength(3);
  expect(found.map(({ reading }) => 'unread' in reading || reading.names.length >= 0)).toEqual([
    true,
    true,
    true,
  ]);
  expect(found[1]?.reading).toMatchObject({ unread: 'the parser gave up (more than 1 ms)' });
});

test('links are not followed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hydra-scratch-'));
  folders.push(folder);
  await writeFile(join(folder, 'secret.js'), 'const secret = 1;');
  await symlink(join(folder, 'secret.js'), join(folder, 'link.js'));
  const [link] = await extract([{ path: 'link.js', at: join(folder, 'link.js') }]);
  expect(link).toEqual({ reading: { unread: 'not a readable file' }, blob: null });
});
