import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const TASK_TOML = `title = "Sums subtract"
language = "javascript"
kind = "bug"

[tests]
fail_to_pass = ["hidden.test.js > adds"]
pass_to_pass = ["hidden.test.js > nothing is nothing"]
`;

const GOLD = `diff --git a/sum.js b/sum.js
--- a/sum.js
+++ b/sum.js
@@ -1 +1 @@
-export const sum = (a, b) => a - b;
+export const sum = (a, b) => a + b;
`;

const HIDDEN = `import assert from 'node:assert/strict';
import test from 'node:test';
import { sum } from './sum.js';
test('adds', () => assert.equal(sum(1, 2), 3));
test('nothing is nothing', () => assert.equal(sum(0, 0), 0));
`;

export const SUM_TASK: Readonly<Record<string, string>> = {
  'task.toml': TASK_TOML,
  'issue.md': 'sum(1, 2) is -1.\n',
  'gold.patch': GOLD,
  'repo/package.json': '{ "name": "sum", "type": "module", "scripts": { "test": "node --test" } }\n',
  'repo/sum.js': 'export const sum = (a, b) => a - b;\n',
  'tests/hidden.test.js': HIDDEN,
};

export type MadeSuite = { readonly folder: string; readonly remove: () => Promise<void> };

/** A suite of one task on the disk; undefined removes a file of it. */
export const makeTask = async (
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<MadeSuite> => {
  const folder = await mkdtemp(join(tmpdir(), 'hydra-suite-'));
  for (const [path, text] of Object.entries({ ...SUM_TASK, ...changes })) {
    if (text === undefined) continue;
    const at = join(folder, 'sum', path);
    await mkdir(dirname(at), { recursive: true });
    await writeFile(at, text);
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
};
