import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { parseRawDiff } from '../../../../src/core/analyse/diff/parse-raw-diff.ts';
import { throwawayRepository, type Tree } from '../../../support/throwaway-repository.ts';

const repo = throwawayRepository();
afterAll(repo.remove);

const LONG = Array.from({ length: 40 }, (_, n) => `line ${n}`).join('\n') + '\n';

const entriesBetween = async (before: Tree, after: Tree) => {
  const [from, to] = [repo.writeTree(before), repo.writeTree(after)];
  const { raw, numstat } = await repo.repository.rawDiff(from, to);
  const parsed = parseRawDiff(raw, numstat);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.entries;
};

test('a tree compared with itself has no entries', async () => {
  expect(await entriesBetween({ a: 'x' }, { a: 'x' })).toEqual([]);
});

test.each<[string, Tree, Tree, object]>([
  [
    'added',
    {},
    { a: 'x\ny\n' },
    { change: 'added', kind: 'text', added: 2, removed: 0, oldMode: '000000', oldBlob: null },
  ],
  [
    'deleted',
    { a: 'x\n' },
    {},
    { change: 'deleted', added: 0, removed: 1, newMode: '000000', newBlob: null },
  ],
  ['modified', { a: 'x\n' }, { a: 'y\n' }, { change: 'modified', added: 1, removed: 1 }],
  ['moved', { b: LONG }, { a: LONG }, { change: 'renamed', oldPath: 'b', added: 0, removed: 0 }],
  ['moved and edited', { b: LONG }, { a: `${LONG}more\n` }, { change: 'renamed', oldPath: 'b', added: 1 }],
  [
    'mode',
    { a: 'x\n' },
    { a: { executable: 'x\n' } },
    { change: 'modified', oldMode: '100644', newMode: '100755', added: 0 },
  ],
  ['binary', { a: Buffer.of(0, 1) }, { a: Buffer.of(0, 2) }, { kind: 'binary', added: 0, removed: 0 }],
  ['text to binary', { a: 'x\n' }, { a: Buffer.of(0, 2) }, { kind: 'binary', added: 0, removed: 0 }],
  ['link', {}, { a: { link: '../../etc/passwd' } }, { kind: 'symlink', newMode: '120000', added: 1 }],
  ['file to link', { a: 'x\n' }, { a: { link: 'b' } }, { kind: 'symlink', change: 'type-changed' }],
  [
    'submodule',
    {},
    { a: { submodule: '1'.repeat(40) } },
    { kind: 'submodule', change: 'added', newMode: '160000' },
  ],
  [
    'submodule moved on',
    { a: { submodule: '1'.repeat(40) } },
    { a: { submodule: '2'.repeat(40) } },
    { kind: 'submodule', change: 'modified' },
  ],
])('%s', async (_name, before, after, expected) => {
  expect(await entriesBetween(before, after)).toEqual([expect.objectContaining({ path: 'a', ...expected })]);
});

test.each([
  'with space',
  'tab\there',
  'line\nend',
  'quote"s\\',
  '-dash',
  ':100644 100644',
  'ünïcødé',
  '__proto__',
  '1\t2\t3',
])('the name %j survives, as a new file and on both sides of a rename', async (name) => {
  expect((await entriesBetween({}, { [name]: 'x\n' }))[0]?.path).toBe(name);
  const [moved] = await entriesBetween({ [name]: LONG }, { [`${name}.new`]: LONG });
  expect(moved).toMatchObject({ oldPath: name, path: `${name}.new`, change: 'renamed' });
});

test('many files keep their own counts', async () => {
  const tree = (lines: number): Tree =>
    Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`d${n % 3}/f${n}`, `${n}\n`.repeat(lines + n)]));
  const entries = await entriesBetween(tree(1), tree(3));
  expect(entries).toHaveLength(30);
  expect(entries.every((entry) => entry.added === 2 && entry.removed === 0)).toBe(true);
});

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const SHA = 'a'.repeat(40);
const HEADER = `:100644 100644 ${SHA} ${SHA} M`;

test.each([
  ['not git', 'hello\0', ''],
  ['no end', `${HEADER}\0a`, '1\t1\ta\0'],
  ['no path', `${HEADER}\0`, ''],
  ['empty path', `${HEADER}\0\0`, '1\t1\ta\0'],
  ['half a rename', `${HEADER.slice(0, -1)}R100\0a\0`, '0\t0\t\0a\0b\0'],
  ['no counts', `${HEADER}\0a\0`, ''],
  ['counts of another', `${HEADER}\0a\0`, '1\t1\tb\0'],
  ['counts left over', `${HEADER}\0a\0`, '1\t1\ta\x001\t1\tb\0'],
  ['negative', `${HEADER}\0a\0`, '-1\t1\ta\0'],
  ['half binary', `${HEADER}\0a\0`, '-\t1\ta\0'],
  ['too many digits', `${HEADER}\0a\0`, '99999999999\t1\ta\0'],
  ['unknown status', `${HEADER.slice(0, -1)}X\0a\0`, '1\t1\ta\0'],
  ['twice', `${HEADER}\0a\0`, '1\t1\ta\x001\t1\ta\0'],
])('malformed: %s', (_name, raw, numstat) => {
  expect(parseRawDiff(bytesOf(raw), bytesOf(numstat))).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/git/),
  });
});

test('any bytes give entries or a reason', () => {
  const pieces = fc
    .array(fc.constantFrom(HEADER, '\0', 'a', '1\t1\t', '-\t-\t', ':', 'R100', '\xff'))
    .map((all) => all.join(''));
  fc.assert(
    fc.property(pieces, pieces, (raw, numstat) => {
      expect(typeof parseRawDiff(Buffer.from(raw, 'latin1'), Buffer.from(numstat, 'latin1')).ok).toBe(
        'boolean',
      );
    }),
  );
});
