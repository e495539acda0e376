import assert from 'node:assert/strict';
import test from 'node:test';
import { Cache } from './cache.js';

const filled = () => {
  const cache = new Cache(3);
  for (const key of ['a', 'b', 'c']) cache.set(key, key);
  return cache;
};

test('never holds more than it may', () => {
  const cache = filled();
  for (let key = 0; key < 50; key += 1) cache.set(key, key);
  assert.equal(cache.size, 3);
  assert.equal(cache.get(49), 49);
});

test('what was never stored is undefined', () => {
  assert.equal(filled().get('z'), undefined);
});

test('what was read last stays', () => {
  const cache = filled();
  cache.get('a');
  cache.set('d', 'd');
  assert.equal(cache.get('a'), 'a');
  assert.equal(cache.get('b'), undefined);
});

test('what was written again stays', () => {
  const cache = filled();
  cache.set('a', 'new');
  cache.set('d', 'd');
  assert.equal(cache.get('a'), 'new');
  assert.equal(cache.get('b'), undefined);
});

test('undefined is a value like any other', () => {
  const cache = new Cache(2);
  cache.set('a', undefined);
  cache.set('b', 1);
  cache.get('a');
  cache.set('c', 1);
  assert.equal(cache.get('b'), undefined);
  assert.equal(cache.size, 2);
  assert.equal(cache.get('c'), 1);
});

test('a capacity that is no positive whole number is refused', () => {
  for (const capacity of [0, -1, 1.5, Number.NaN, '3', undefined])
    assert.throws(() => new Cache(capacity), RangeError);
});
