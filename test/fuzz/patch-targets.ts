import { posix } from 'node:path';
import { diffSizeGuard } from '../../src/core/patch/diff-size-guard.ts';
import { computePatch } from '../../src/core/patch/compute-patch.ts';
import { snapshotOf } from '../../src/core/patch/tree-snapshot.ts';
import { validateFixerPatch } from '../../src/core/patch/validate-fixer-patch.ts';
import { diffNames } from '../../src/shell/adapters/git/objects/diff-names.ts';
import { mutateJson } from './mutate-json.ts';
import { mutateText } from './mutate-text.ts';
import type { Random } from './random.ts';
import type { Target } from './targets.ts';

const PATHS = [
  'a.js',
  'src/b.js',
  'src/deep/c.js',
  'src',
  'new/d',
  'src/link/config',
  '../out',
  '/tmp/out',
  '.git/config',
  'src/../../out',
  'a\\..\\..\\out',
  'b/.GIT/x',
  'git~1/x',
  '.g\u200cit/x',
  '.hydra/x',
  '__proto__',
  'constructor',
  '',
  'src/',
  'a\0b',
];
const TEXTS = ['', 'one', 'x', 'ä', '😀', '\n', 'one\ntwo\n', '\ud800', '\0', 'x'.repeat(3000)];
const NUMBERS = [0, 1, 2, 3, 5, 1000, -1, 1e9, 0.5];

const randomOp = (random: Random): unknown => {
  const path = random.chance(0.6) ? random.pick(PATHS.slice(0, 6)) : random.pick(PATHS);
  const text = () => random.pick(TEXTS);
  const small = () => (random.chance(0.8) ? random.below(6) : random.pick(NUMBERS));
  return random.pick<() => unknown>([
    () => ({
      kind: 'add',
      path,
      content: text(),
      ...(random.chance(0.5) ? { overwrite: random.chance(0.7) } : {}),
    }),
    () => ({ kind: 'remove', path }),
    () => ({
      kind: 'edit',
      path,
      find: text(),
      replace: text(),
      ...(random.chance(0.3) ? { occurrences: small() } : {}),
    }),
    () => ({ kind: 'splice', path, start: small(), deleteCount: small(), insert: text() }),
  ])();
};

/** Lists of operations, mostly sound, sometimes damaged. */
export const randomOps = (random: Random): unknown => {
  const ops = Array.from({ length: random.below(7) }, () => randomOp(random));
  const list = random.chance(0.2) ? { ops } : ops;
  return random.chance(0.3) ? mutateJson(list, random, 0.05) : list;
};

const TOP = '/top';
export const isOutside = (path: string): boolean => {
  const at = posix.resolve(TOP, path);
  return !at.startsWith(`${TOP}/`) || at.split('/').some((name) => name.toLowerCase() === '.git');
};

const encoder = new TextEncoder();
const FILES = { 'a.js': 'one\ntwo\n', 'src/b.js': 'äx😀', 'src/deep/c.js': '' };
const LATIN = Uint8Array.of(0xff, 0x6f, 0x6e, 0x65, 0xe4);

const snapshot = () =>
  snapshotOf([
    ...Object.entries(FILES).map(
      ([path, text]) => [path, { is: 'file', bytes: encoder.encode(text) }] as const,
    ),
    ['src/latin', { is: 'file', bytes: LATIN }] as const,
  ]);

export const patchOps: Target = {
  name: 'patch operations',
  make: (random) => {
    const input = randomOps(random);
    const run = () => {
      const validated = validateFixerPatch(input);
      if (!validated.ok) return validated.reasons.every(({ reason }) => reason !== '') ? null : 'no reason';
      diffSizeGuard(validated.ops);
      const bad = validated.ops.find(({ path }) => isOutside(path));
      if (bad !== undefined) return `lets ${bad.path} out`;
      const before = snapshot();
      const made = computePatch(before, validated.ops);
      if (!made.ok) return made.faults.every(({ reason }) => reason !== '') ? null : 'no reason';
      const touched = [...made.writes.keys(), ...made.removals];
      if (touched.some(isOutside)) return 'writes outside';
      if (touched.some((path) => !validated.ops.some((op) => op.path === path)))
        return 'writes what is not named';
      if (made.removals.some((path) => before.get(path)?.is !== 'file')) return 'removes what is no file';
      return made.removals.some((path) => made.writes.has(path)) ? 'writes and removes' : null;
    };
    return { input, run };
  },
};

export const diffHeaders: Target = {
  name: 'names in diffs',
  make: (random) => {
    const input = mutateText(random, [
      'diff --git "a/\\303\\244\\t" "b/\\"x"\n--- "a/\\303\\244"\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n',
      'diff --git a/old b/new\nsimilarity index 100%\nrename from old\nrename to ../new\n',
      '--- a/x\t2020-01-01\n+++ /dev/null\n',
    ]);
    return { input, run: () => (diffNames(input).some(isOutside) ? 'lets a name out' : null) };
  },
};
