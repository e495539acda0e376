import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subtotal, total } from '../src/cart.js';

const items = [
  { name: 'tea', price: 4.5, quantity: 2 },
  { name: 'cup', price: 12, quantity: 1 },
];

test('the subtotal adds price times quantity', () => {
  assert.equal(subtotal(items), 21);
});

test('an empty cart costs nothing', () => {
  assert.equal(total([]), 0);
});

test('tax comes on top of the discounted amount', () => {
  assert.equal(total(items, { discountPercent: 10, taxPercent: 20 }), 22.68);
});

test('a discount of more than 100 % is refused', () => {
  assert.throws(() => total(items, { discountPercent: 150 }), RangeError);
});
