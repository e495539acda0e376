import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitByShare, splitEvenly } from '../src/split.js';

test('splits evenly', () => {
  assert.deepEqual(splitEvenly(900, 3), [300, 300, 300]);
});

test('loses no cent', () => {
  assert.deepEqual(splitEvenly(1000, 3), [334, 333, 333]);
});

test('splits for one', () => {
  assert.deepEqual(splitEvenly(5, 1), [5]);
});

test('splits by share', () => {
  assert.deepEqual(splitByShare(100, [1, 2]), [33, 67]);
});
