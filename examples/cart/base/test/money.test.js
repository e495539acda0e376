import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMoney, roundCents } from '../src/money.js';

test('amounts are rounded to cents', () => {
  assert.equal(roundCents(1.239), 1.24);
});

test('money shows two decimals and its currency', () => {
  assert.equal(formatMoney(3), '3.00 EUR');
});
