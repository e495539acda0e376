import assert from 'node:assert/strict';
import test from 'node:test';
import { invoice, receipt, summary } from './reports.js';

const order = {
  customer: 'Ada',
  discount: 1,
  items: [
    { name: 'tea', price: 2.5, count: 2 },
    { name: 'pie', price: 1.25, count: 3 },
  ],
};

test('the invoice is as before', () => {
  assert.equal(invoice(order), 'Invoice for Ada: 2 items, 7.75');
});

test('the receipt is as before', () => {
  assert.equal(receipt(order), '2 x tea\n3 x pie\nTotal 7.75');
});

test('the summary is as before', () => {
  assert.equal(summary([order, { customer: 'Bob', items: [] }]), '2 orders, 7.75');
});

test('the calculation is a function of its own', async () => {
  const { totalOf } = await import('./total.js');
  assert.equal(totalOf(order), 7.75);
  assert.equal(totalOf({ items: [] }), 0);
});

test('a discount never makes a total negative', () => {
  const generous = { customer: 'Eve', discount: 99, items: [{ name: 'tea', price: 2, count: 1 }] };
  assert.equal(invoice(generous), 'Invoice for Eve: 1 items, 0.00');
  assert.equal(summary([generous, order]), '2 orders, 7.75');
});
