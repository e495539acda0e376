import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestOf, percentOff } from '../src/discount.js';

test('takes a percentage off', () => {
  assert.equal(percentOff(1000, 15), 850);
});

test('rounds half up', () => {
  assert.equal(percentOff(10, 5), 10);
});

test('the best offer wins', () => {
  assert.equal(bestOf(1000, [(cents) => cents - 100, (cents) => percentOff(cents, 20)]), 800);
});
