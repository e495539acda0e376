import { expect, test } from 'vitest';
import { classifyPath } from '../../../../src/core/analyse/paths/classify-path.ts';
import { sourceChurn } from '../../../../src/core/analyse/diff/source-churn.ts';
import type { ChangedFile } from '../../../../src/core/domain/candidate/diff-facts.ts';

const changed = (path: string, change: ChangedFile['change'] = 'modified'): ChangedFile => ({
  path,
  change,
  oldMode: '100644',
  newMode: '100644',
  kind: 'text',
  added: 90,
  removed: 90,
  effectiveAdded: 2,
  effectiveRemoved: 1,
  normalisedBy: 'prettier',
  effect: true,
  role: classifyPath(path),
});

test.each([
  ['source', [changed('src/a.js')], 3],
  ['tests are separate, new or not', [changed('test/a.test.js', 'added'), changed('src/a_test.go')], 0],
  [
    'so are the files they read',
    [changed('test/fixtures/a.txt', 'added'), changed('a/__snapshots__/a.snap')],
    0,
  ],
  ['regenerated files, and a lockfile', [changed('dist/a.js'), changed('package-lock.json')], 0],
  ['a new file in a folder of generated ones may be source', [changed('dist/a.js', 'added')], 3],
  ['documents and settings count', [changed('README.md'), changed('tsconfig.json')], 6],
  ['a folder that only sounds like tests', [changed('src/testing/a.js', 'added')], 3],
  ['tests inside sources', [{ ...changed('src/lib.rs'), inside: { added: 2, removed: 0 } }], 1],
  ['nothing', [], 0],
])('%s', (_, files, lines) => {
  expect(sourceChurn(files)).toBe(lines);
});
