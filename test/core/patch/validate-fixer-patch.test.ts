import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PatchOp } from '../../../src/core/domain/candidate/patch-op.ts';
import { diffSizeGuard } from '../../../src/core/patch/diff-size-guard.ts';
import { describeFaults } from '../../../src/core/patch/describe-faults.ts';
import { readPatchText } from '../../../src/core/patch/read-patch-text.ts';
import { validateFixerPatch } from '../../../src/core/patch/validate-fixer-patch.ts';

const ADD: PatchOp = { kind: 'add', path: 'a', content: 'x' };

const said = (reply: unknown): string => {
  const validated = validateFixerPatch(reply);
  return validated.ok ? 'ok' : describeFaults(validated.reasons);
};

describe('validateFixerPatch', () => {
  const all: readonly PatchOp[] = [
    { kind: 'add', path: 'src/a.ts', content: 'x', overwrite: true },
    { kind: 'remove', path: 'src/b.ts' },
    { kind: 'edit', path: 'src/c.ts', find: 'a', replace: '', occurrences: 2 },
    { kind: 'splice', path: 'src/d.ts', start: 0, deleteCount: 0, insert: 'x' },
  ];

  test('takes every kind of operation as it is', () => {
    expect(validateFixerPatch(all)).toEqual({ ok: true, ops: all });
    expect(validateFixerPatch({ ops: all })).toEqual({ ok: true, ops: all });
    expect(validateFixerPatch([])).toEqual({ ok: true, ops: [] });
  });

  test('optional fields may be null', () => {
    const nulls = [
      { kind: 'add', path: 'a', content: 'x', overwrite: null },
      { kind: 'edit', path: 'a', find: 'x', replace: 'y', occurrences: null },
      { kind: 'splice', path: 'a', start: 0, deleteCount: 1, insert: null },
    ];
    expect(validateFixerPatch({ ops: nulls })).toEqual({
      ok: true,
      ops: [
        { kind: 'add', path: 'a', content: 'x' },
        { kind: 'edit', path: 'a', find: 'x', replace: 'y' },
        { kind: 'splice', path: 'a', start: 0, deleteCount: 1 },
      ],
    });
  });

  test.each<readonly [unknown, RegExp]>([
    [null, /^ops: is not a list/],
    ['[]', /^ops: is text/],
    [ADD, /^ops: is not a list/],
    [{ ops: ADD }, /^ops: is not a list/],
    [{ ops: [ADD], why: 'because' }, /^ops: .*unknown key: "why"/],
    [[ADD, null], /^ops\[1\]: .*expected object/],
    [[{ kind: 'chmod', path: 'a' }], /^ops\[0\]\.kind: must be one of add, remove, edit, splice/],
    [[{ path: 'a' }], /^ops\[0\]\.kind/],
    [[{ ...ADD, mode: 1 }], /^ops\[0\]: .*unknown key: "mode"/],
    [[JSON.parse('{"kind":"add","path":"a","content":"","__proto__":{}}')], /unknown key: "__proto__"/],
    [[{ kind: 'add', path: 5, content: { length: 3 } }], /ops\[0\]\.path: .*; ops\[0\]\.content: /],
    [[{ kind: 'edit', path: 'a', find: '', replace: '' }], /^ops\[0\]\.find: is empty/],
    [[{ kind: 'edit', path: 'a', find: 'x', replace: '', occurrences: 0 }], /^ops\[0\]\.occurrences/],
    [[{ kind: 'edit', path: 'a', find: 'x', replace: '', occurrences: 1.5 }], /^ops\[0\]\.occurrences/],
    [[{ kind: 'splice', path: 'a', start: -1, deleteCount: 0 }], /^ops\[0\]\.start/],
    [[{ kind: 'splice', path: 'a', start: Number.NaN, deleteCount: 0 }], /^ops\[0\]\.start/],
    [
      [{ kind: 'splice', path: 'a', start: 0, deleteCount: Number.POSITIVE_INFINITY }],
      /^ops\[0\]\.deleteCount/,
    ],
    [[{ ...ADD, content: '\ud800' }], /^ops\[0\]\.content: holds half a character/],
    [[{ ...ADD, path: 'a\udfff' }], /^ops\[0\]\.path: holds half a character/],
    [[{ ...ADD, path: '../a' }], /^ops\[0\]\.path: reaches outside the tree/],
    [[{ ...ADD, path: '/a' }], /^ops\[0\]\.path: names an absolute path/],
    [[{ ...ADD, path: 'b/.GIT/config' }], /^ops\[0\]\.path: reaches into \.git/],
    [[{ ...ADD, path: 'git~1/config' }], /^ops\[0\]\.path: reaches into \.git/],
    [[{ ...ADD, path: '.g\u200cit/config' }], /^ops\[0\]\.path: reaches into \.git/],
    [[{ ...ADD, path: 'a\0b' }], /^ops\[0\]\.path: has a path that git does not allow/],
    [[{ ...ADD, path: '' }], /^ops\[0\]\.path/],
    [[{ ...ADD, path: 'a/' }], /^ops\[0\]\.path/],
  ])('%j is refused by name', (reply, expected) => {
    expect(said(reply)).toMatch(expected);
  });

  test('names every bad operation, up to a limit', () => {
    const validated = validateFixerPatch(Array.from({ length: 1000 }, () => ({ kind: 'x' })));
    expect(validated.ok ? [] : validated.reasons.map(({ op }) => op)).toEqual(
      Array.from({ length: 20 }, (_, at) => at),
    );
  });

  test('handles any input', () => {
    fc.assert(
      fc.property(fc.anything(), (reply) => {
        const validated = validateFixerPatch(reply);
        return validated.ok ? Array.isArray(validated.ops) : validated.reasons.length > 0;
      }),
    );
  });

  test('from text', () => {
    expect(readPatchText(Buffer.from(`\ufeff${JSON.stringify([ADD])}`))).toEqual({ ok: true, ops: [ADD] });
    const said = (bytes: Uint8Array) => {
      const read = readPatchText(bytes);
      return read.ok ? '' : describeFaults(read.reasons);
    };
    expect(said(Buffer.from([0x5b, 0xff, 0x5d]))).toBe('ops: is not UTF-8 text');
    expect(said(Buffer.from('```json\n[]\n```'))).toMatch(/^ops: is not JSON/);
    expect(said(Buffer.from('['.repeat(1_000_000)))).toMatch(/^ops: is not JSON/);
    expect(said(Buffer.from(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`))).toMatch(/^ops/);
  });
});

describe('diffSizeGuard', () => {
  const large = (bytes: number): PatchOp => ({ kind: 'add', path: 'a', content: 'x'.repeat(bytes) });

  test('lets up to 50 operations and 50,000 bytes through', () => {
    expect(diffSizeGuard(Array.from({ length: 50 }, () => ADD))).toEqual({ ok: true });
    expect(diffSizeGuard([large(50_000)])).toEqual({ ok: true });
    expect(diffSizeGuard([])).toEqual({ ok: true });
  });

  test('and no more', () => {
    expect(diffSizeGuard(Array.from({ length: 51 }, () => ADD)).reason).toMatch(
      /51 operations, more than 50/,
    );
    expect(diffSizeGuard([large(50_001)]).reason).toMatch(/50001 bytes, more than 50000/);
  });

  test('counts UTF-8 bytes of all content, and of nothing else', () => {
    const ops: readonly PatchOp[] = [
      { kind: 'edit', path: 'a'.repeat(100), find: 'ä', replace: '😀' },
      { kind: 'splice', path: 'b', start: 0, deleteCount: 99, insert: 'x' },
      { kind: 'remove', path: 'c' },
    ];
    expect(diffSizeGuard(ops, 7).ok).toBe(true);
    expect(diffSizeGuard(ops, 6).ok).toBe(false);
  });

  test('takes other limits; one that is not a number lets nothing through', () => {
    expect(diffSizeGuard([ADD, ADD], 10, 1).ok).toBe(false);
    expect(diffSizeGuard([ADD], Number.NaN).ok).toBe(false);
    expect(diffSizeGuard([ADD], 10, Number.NaN).ok).toBe(false);
  });
});
