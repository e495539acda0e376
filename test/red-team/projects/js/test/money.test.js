import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount, parseAmount } from '../src/money.js';

test('parses whole amounts', () => {
  assert.equal(parseAmount('12'), 1200);
});

test('parses one digit as tens of cents', () => {
  assert.equal(parseAmount('12.3'), 1230);
});

test('parses a debt', () => {
  assert.equal(parseAmount('-0.05'), -5);
});

test('refuses words', () => {
  assert.throws(() => parseAmount('twelve'), TypeError);
});

test('formats cents', () => {
  assert.equal(formatAmount(1205), '12.05');
  assert.equal(formatAmount(-5), '-0.05');
});
