import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addLine, createBasket, renderReceipt } from '../src/index.js';

test('prints lines and a total', () => {
  const lines = renderReceipt(addLine(createBasket(), 'tea', 250, 2)).split('\n');
  assert.deepEqual(lines, [
    '2 tea               5.00',
    '------------------------',
    'total               5.00',
  ]);
});
