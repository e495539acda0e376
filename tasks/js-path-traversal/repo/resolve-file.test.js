import assert from 'node:assert/strict';
import test from 'node:test';
import { resolveFile } from './resolve-file.js';

test('a file below the folder', () => {
  assert.equal(resolveFile('/srv/public', '/index.html'), '/srv/public/index.html');
});

test('an encoded name', () => {
  assert.equal(resolveFile('/srv/public', '/a%20b.txt'), '/srv/public/a b.txt');
});
