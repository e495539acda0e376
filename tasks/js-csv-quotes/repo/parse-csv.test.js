import assert from 'node:assert/strict';
import test from 'node:test';
import { parseCsv } from './parse-csv.js';

test('rows and fields', () => {
  assert.deepEqual(parseCsv('a,b\nc,d\n'), [
    ['a', 'b'],
    ['c', 'd'],
  ]);
});
