import assert from 'node:assert/strict';
import test from 'node:test';
import { parseCsv } from './parse-csv.js';

test('plain rows', () => {
  assert.deepEqual(parseCsv('1,2,3\n4,5,6'), [
    ['1', '2', '3'],
    ['4', '5', '6'],
  ]);
});

test('empty fields', () => {
  assert.deepEqual(parseCsv(',a,\n'), [['', 'a', '']]);
});

test('nothing at all', () => {
  assert.deepEqual(parseCsv(''), []);
});

test('a comma inside quotes', () => {
  assert.deepEqual(parseCsv('"Doe, Jane",7\n'), [['Doe, Jane', '7']]);
});

test('a line break inside quotes', () => {
  assert.deepEqual(parseCsv('"two\nlines",x\ny,z\n'), [
    ['two\nlines', 'x'],
    ['y', 'z'],
  ]);
});

test('a doubled quote', () => {
  assert.deepEqual(parseCsv('"say ""hi""",1'), [['say "hi"', '1']]);
});

test('an empty quoted field', () => {
  assert.deepEqual(parseCsv('"",a\n'), [['', 'a']]);
});

test('lines that end in CR LF', () => {
  assert.deepEqual(parseCsv('a,b\r\nc,d\r\n'), [
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

test('a quote that never ends', () => {
  assert.throws(() => parseCsv('a,"b\nc'), SyntaxError);
});
