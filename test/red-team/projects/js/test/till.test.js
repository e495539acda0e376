import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addLine, createBasket, subtotal } from '../src/basket.js';
import { bestOf, percentOff } from '../src/discount.js';
import { formatAmount, parseAmount } from '../src/money.js';
import { renderReceipt } from '../src/receipt.js';

test('an empty basket costs nothing', () => {
  assert.equal(subtotal(createBasket()), 0);
});

test('adds up lines', () => {
  assert.equal(subtotal(addLine(addLine(createBasket(), 'tea', 250, 2), 'bun', 120)), 620);
});

test('leaves the old basket alone', () => {
  const basket = createBasket();
  addLine(basket, 'tea', 250);
  assert.equal(basket.lines.length, 0);
});

test('takes a percentage off', () => {
  assert.equal(percentOff(1000, 15), 850);
});

test('rounds half up', () => {
  assert.equal(percentOff(10, 5), 10);
});

test('the best offer wins', () => {
  assert.equal(bestOf(1000, [(cents) => cents - 100, (cents) => percentOff(cents, 20)]), 800);
});

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

test('prints lines and a total', () => {
  const lines = renderReceipt(addLine(createBasket(), 'tea', 250, 2)).split('\n');
  assert.deepEqual(lines, [
    '2 tea               5.00',
    '------------------------',
    'total               5.00',
  ]);
});
