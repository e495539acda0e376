import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { relativeFile } from '../../../../src/core/parse/lint/relative-file.ts';

test.each([
  ['/workspace/src/a.ts', 'src/a.ts'],
  ['/workspace', ''],
  ['./src/a.ts', 'src/a.ts'],
  ['src/../src/./a.ts', 'src/a.ts'],
  ['src\\a.ts', 'src/a.ts'],
  ['file:///workspace/two%20words.ts', 'two words.ts'],
  ['file:///workspace/100%.ts', '100%.ts'],
  ['two%20words.ts', 'two%20words.ts'],
  ['/workspace-other/a.ts', '/workspace-other/a.ts'],
  ['/etc/passwd', '/etc/passwd'],
  ['/workspace/../etc/passwd', '/etc/passwd'],
  ['../a.ts', '../a.ts'],
  ['src/(group)/[id].tsx', 'src/(group)/[id].tsx'],
  ['.eslintrc.js', '.eslintrc.js'],
  ['..a/b', '..a/b'],
  ['', ''],
])('%s → %s', (file, expected) => {
  expect(relativeFile(file, '/workspace')).toBe(expected);
  expect(relativeFile(file, '/workspace/')).toBe(expected);
});

test('a relative name stays the same once it is made', () => {
  const part = fc.stringMatching(/^[a-z0-9_ ()[\]-]{1,8}$/);
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
      const name = parts.join('/');
      expect(relativeFile(`/workspace/${name}`, '/workspace')).toBe(name);
      expect(relativeFile(name, '/workspace')).toBe(name);
    }),
  );
});
