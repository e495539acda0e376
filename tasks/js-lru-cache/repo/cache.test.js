import assert from 'node:assert/strict';
import test from 'node:test';
import { Cache } from './cache.js';

test('gives back what was stored', () => {
  const cache = new Cache(2);
  cache.set('a', 1);
  assert.equal(cache.get('a'), 1);
});

test('drops the oldest when full', () => {
  const cache = new Cache(2);
  for (const key of ['a', 'b', 'c']) cache.set(key, key);
  assert.equal(cache.get('a'), undefined);
  assert.equal(cache.size, 2);
});
