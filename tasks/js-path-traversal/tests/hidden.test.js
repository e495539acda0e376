import assert from 'node:assert/strict';
import test from 'node:test';
import { resolveFile } from './resolve-file.js';

const at = (path) => resolveFile('/srv/public', path);

test('plain files', () => {
  assert.equal(at('/css/site.css'), '/srv/public/css/site.css');
  assert.equal(at('/..hidden'), '/srv/public/..hidden');
});

test('dots inside the folder', () => {
  assert.equal(at('/css/../index.html'), '/srv/public/index.html');
});

test('climbing out is refused', () => {
  assert.equal(at('/../secret'), null);
  assert.equal(at('/css/../../secret'), null);
});

test('encoded climbing is refused', () => {
  assert.equal(at('/%2e%2e/secret'), null);
  assert.equal(at('/..%2fsecret'), null);
});

test('a neighbour whose name begins alike is refused', () => {
  assert.equal(at('/../public-old/index.html'), null);
});

test('what cannot be decoded is refused', () => {
  assert.equal(at('/%zz'), null);
  assert.equal(at('/%'), null);
});

test('a NUL is refused', () => {
  assert.equal(at('/index.html%00.png'), null);
});
