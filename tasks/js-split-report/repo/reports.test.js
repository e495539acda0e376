import assert from 'node:assert/strict';
import test from 'node:test';
import { invoice } from './reports.js';

test('an invoice', () => {
  const order = { customer: 'Ada', items: [{ name: 'tea', price: 2.5, count: 2 }] };
  assert.equal(invoice(order), 'Invoice for Ada: 1 items, 5.00');
});
