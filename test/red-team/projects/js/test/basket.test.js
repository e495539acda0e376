import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addLine, createBasket, subtotal } from '../src/basket.js';

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
