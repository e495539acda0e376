import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PatchOp } from '../../../src/core/domain/candidate/patch-op.ts';
import { computePatch } from '../../../src/core/patch/compute-patch.ts';
import { compute, patched, snapshotOfTexts, type TextTree } from './patch-builders.ts';

const latin1 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));
const utf8 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

type Case = readonly [
  name: string,
  files: TextTree,
  ops: readonly PatchOp[],
  expected: object | string | RegExp,
];

const edit = (path: string, find: string, replace: string, occurrences?: number): PatchOp => ({
  kind: 'edit',
  path,
  find,
  replace,
  ...(occurrences === undefined ? {} : { occurrences }),
});
const splice = (path: string, start: number, deleteCount: number, insert?: string): PatchOp => ({
  kind: 'splice',
  path,
  start,
  deleteCount,
  ...(insert === undefined ? {} : { insert }),
});
const add = (path: string, content: string, overwrite?: boolean): PatchOp => ({
  kind: 'add',
  path,
  content,
  ...(overwrite === undefined ? {} : { overwrite }),
});
const remove = (path: string): PatchOp => ({ kind: 'remove', path });

const CASES: readonly Case[] = [
  ['adds a file in a new folder', { a: '1' }, [add('b/c/d', 'x')], { a: '1', 'b/c/d': 'x' }],
  ['refuses to add an existing file', { a: '1' }, [add('a', 'x')], /^ops\[0\]\.path: "a" exists/],
  ['overwrites on request', { a: '1' }, [add('a', 'x', true)], { a: 'x' }],
  ['overwrite of nothing is an add', {}, [add('a', 'x', true)], { a: 'x' }],
  ['refuses a file where a folder is', { 'a/b': '1' }, [add('a', 'x', true)], /"a" exists and is a folder/],
  ['refuses a file below a file', { a: '1' }, [add('a/b', 'x')], /"a" is not a folder/],
  ['removes', { a: '1', b: '2' }, [remove('a')], { b: '2' }],
  ['refuses to remove what is not there', { a: '1' }, [remove('b')], /^ops\[0\]\.path: "b" does not exist/],
  ['refuses to remove a folder', { 'a/b': '1' }, [remove('a')], /"a" is a folder/],
  ['edits the first occurrence', { a: 'x y x' }, [edit('a', 'x', 'z')], { a: 'z y x' }],
  ['edits the given number of occurrences', { a: 'xxxx' }, [edit('a', 'x', 'yy', 3)], { a: 'yyyyyyx' }],
  [
    'does not search its own insertions',
    { a: 'aa' },
    [edit('a', 'a', 'aa', 3)],
    /find: is found 2 times, not 3 times/,
  ],
  ['counts none within another', { a: 'aaa' }, [edit('a', 'aa', 'b', 2)], /find: is found once, not 2 times/],
  ['refuses what is not found', { a: '1' }, [edit('a', '2', '3')], /find: is found 0 times, not once/],
  ['refuses an empty find', { a: '1' }, [edit('a', '', '3')], /find: is empty/],
  ['refuses to edit what is not there', {}, [edit('a', '1', '2')], /"a" does not exist/],
  ['takes find as text, not as a pattern', { a: 'a.c abc $&' }, [edit('a', 'a.c', '$&')], { a: '$& abc $&' }],
  ['splices', { a: 'hello' }, [splice('a', 1, 3, 'ipp')], { a: 'hippo' }],
  ['splices at the end', { a: 'ab' }, [splice('a', 2, 0, 'c')], { a: 'abc' }],
  ['splices without insert', { a: 'abc' }, [splice('a', 0, 3)], { a: '' }],
  ['refuses a start beyond the end', { a: 'ab' }, [splice('a', 3, 0, 'c')], /start: is 3, beyond the end/],
  ['refuses to delete beyond the end', { a: 'ab' }, [splice('a', 1, 2)], /deleteCount: reaches to byte 3/],
  ['counts bytes', { a: 'äb' }, [splice('a', 2, 1, 'c')], { a: utf8('äc') }],
  ['refuses to begin within a character', { a: 'äb' }, [splice('a', 1, 1)], /start: cuts a character/],
  ['refuses to end within a character', { a: 'b😀' }, [splice('a', 0, 3)], /deleteCount: cuts a character/],
  ['deletes a whole character', { a: 'b😀c' }, [splice('a', 1, 4)], { a: 'bc' }],
  [
    'splices by bytes a file that is not UTF-8',
    { a: latin1('\xe4\xe4') },
    [splice('a', 1, 1)],
    { a: '\xe4' },
  ],
  [
    'keeps bytes that are not UTF-8',
    { a: latin1('\xff one \xfe') },
    [edit('a', 'one', 'two')],
    { a: '\xff two \xfe' },
  ],
  [
    'keeps CRLF and a mark at the start',
    { a: '\ufeffa\r\n' },
    [edit('a', 'a', 'b')],
    { a: utf8('\ufeffb\r\n') },
  ],
  ['lets a later operation see an earlier', {}, [add('a', '1'), edit('a', '1', '2')], { a: '2' }],
  ['moves a file', { a: '1' }, [remove('a'), add('b/a', '1')], { 'b/a': '1' }],
  ['turns a file into a folder', { a: '1' }, [remove('a'), add('a/b', '2')], { 'a/b': '2' }],
  ['turns a folder into a file', { 'a/b/c': '1' }, [remove('a/b/c'), add('a', '2')], { a: '2' }],
  [
    'does not turn a folder that still has one into a file',
    { 'a/b/c': '1', 'a/d': '2' },
    [remove('a/b/c'), add('a', '2')],
    /"a" exists and is a folder/,
  ],
  [
    'all or nothing',
    { a: '1' },
    [add('b', 'x'), remove('a'), remove('a')],
    /^ops\[2\]\.path: "a" does not exist/,
  ],
  ['reads no property of an object', {}, [edit('__proto__', 'a', 'b')], /"__proto__" does not exist/],
];

describe('computePatch', () => {
  test.each(CASES)('%s', (_, files, ops, expected) => {
    const after = patched(files, ops);
    if (expected instanceof RegExp) expect(after).toMatch(expected);
    else expect(after).toEqual(expected);
  });

  test('says which folders lost their last file, the deepest first', () => {
    const made = compute({ 'a/b/c': '1', 'a/d': '2', e: '3' }, [remove('a/b/c'), remove('a/d')]);
    expect(made).toMatchObject({ ok: true, removals: ['a/b/c', 'a/d'], emptied: ['a/b', 'a'] });
  });

  test('a file that ends unchanged is not written', () => {
    const ops = [edit('a', '1', '2'), edit('a', '2', '1'), add('b', 'x'), remove('b')];
    expect(compute({ a: '1' }, ops)).toEqual({ ok: true, writes: new Map(), removals: [], emptied: [] });
  });

  test('a folder that was empty before counts as a folder and is left', () => {
    const snapshot = new Map([['a', { is: 'folder', entries: 0 } as const]]);
    expect(computePatch(snapshot, [add('a/b', '1'), remove('a/b')])).toMatchObject({ ok: true });
    expect(computePatch(snapshot, [add('a', '1')]).ok).toBe(false);
  });

  test('no edit makes a file that does not fit into memory', () => {
    const files = { a: 'x'.repeat(2_000_000) };
    const made = compute(files, [edit('a', 'x', 'y'.repeat(50_000), 2_000_000)]);
    expect(made).toMatchObject({ ok: false, faults: [{ op: 0, field: 'replace' }] });
  });

  test('searching is linear', () => {
    const files = { a: 'a'.repeat(3_000_000) };
    const made = compute(files, [edit('a', `${'a'.repeat(25_000)}b`, '')]);
    expect(made).toMatchObject({ ok: false, faults: [{ field: 'find' }] });
  });
});

describe('laws', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'ä', '😀', '\n'), maxLength: 12 });

  test('an edit equals replacing in the text', () => {
    fc.assert(
      fc.property(text, text, text, fc.integer({ min: 1, max: 4 }), (before, find, replace, occurrences) => {
        const parts = before.split(find);
        const enough = find !== '' && parts.length - 1 >= occurrences;
        const after = patched({ a: before }, [edit('a', find, replace, occurrences)]);
        if (!enough) return typeof after === 'string';
        const wanted =
          parts.slice(0, occurrences + 1).join(replace) +
          parts
            .slice(occurrences + 1)
            .map((part) => find + part)
            .join('');
        return typeof after === 'object' && after['a'] === utf8(wanted);
      }),
    );
  });

  test('a splice takes offsets between characters, and no other', () => {
    fc.assert(
      fc.property(text, fc.nat(50), fc.nat(50), text, (before, start, deleteCount, insert) => {
        const bytes = Buffer.from(before);
        const fits = (at: number) =>
          at <= bytes.length &&
          bytes.subarray(0, at).toString('utf8') + bytes.subarray(at).toString('utf8') === before;
        const after = patched({ a: before }, [splice('a', start, deleteCount, insert)]);
        if (!fits(start) || !fits(start + deleteCount)) return typeof after === 'string';
        const wanted = Buffer.concat([
          bytes.subarray(0, start),
          Buffer.from(insert),
          bytes.subarray(start + deleteCount),
        ]);
        return typeof after === 'object' && after['a'] === wanted.toString('latin1');
      }),
    );
  });

  test('folders exist exactly as long as they contain something', () => {
    const path = fc.constantFrom('a', 'a/b', 'a/b/c', 'a/d', 'e/f');
    const op = fc.oneof(
      path.map(remove),
      path.map((at) => add(at, 'x')),
    );
    fc.assert(
      fc.property(fc.array(op, { maxLength: 12 }), (ops) => {
        const done: PatchOp[] = [];
        let files: Record<string, string> = { 'a/b/c': '1', 'a/d': '2' };
        for (const next of ops) {
          const stepwise = patched(files, [next]);
          const atOnce = patched({ 'a/b/c': '1', 'a/d': '2' }, [...done, next]);
          expect(typeof atOnce).toBe(typeof stepwise);
          if (typeof stepwise === 'string') continue;
          expect(atOnce).toEqual(stepwise);
          files = stepwise;
          done.push(next);
        }
      }),
    );
  });

  test('the snapshot is left as it was', () => {
    const snapshot = snapshotOfTexts({ 'a/b': '1' });
    const before = structuredClone(snapshot);
    computePatch(snapshot, [edit('a/b', '1', '2'), remove('a/b'), add('a', '3')]);
    expect(snapshot).toEqual(before);
  });
});
