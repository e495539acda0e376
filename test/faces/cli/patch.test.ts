import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PatchOutcomeJson } from '../../../scripts/docs/json-schemas.ts';
import { patchSchema } from '../../../src/core/patch/patch-schema.ts';
import { validateFixerPatch } from '../../../src/core/patch/validate-fixer-patch.ts';
import { makeTree, type ScratchTree } from '../../shell/adapters/patch/scratch-tree.ts';
import { has, unless } from '../../support/needs.ts';
import { ORDINARY_USER } from '../../support/ordinary-user.ts';
import { runHydra } from '../../support/run-hydra.ts';

const main = fileURLToPath(new URL('../../../dist/faces/cli/main.js', import.meta.url));
const FIX = [{ kind: 'edit', path: 'src/a.js', find: 'one', replace: 'eins' }];

let tree: ScratchTree;
beforeEach(async () => {
  tree = await makeTree({ 'src/a.js': 'one\n', 'docs/c.md': 'three\n' });
});
afterEach(() => tree.remove());

const hydra = (words: readonly string[], ops?: unknown) =>
  runHydra(
    ['patch', ...words, '--root', tree.root],
    ops === undefined ? {} : { input: typeof ops === 'string' ? ops : JSON.stringify(ops) },
  );

describe('hydra patch', () => {
  test('check shows what would change and changes nothing', async () => {
    const before = await tree.look();
    const said = await hydra(['check', '-'], FIX);
    expect(said).toMatchObject({ code: 0 });
    expect(said.stdout).toBe('✓ 1 file would change (1 operation, 7 bytes)\n  ~ src/a.js  5 bytes\n');
    expect(await tree.look()).toEqual(before);
  });

  test('apply makes the changes, from a file and as JSON', async () => {
    const file = join(tree.outside, 'fix.json');
    await writeFile(file, JSON.stringify({ ops: [...FIX, { kind: 'remove', path: 'docs/c.md' }] }));
    const { code, stdout } = await hydra(['apply', file, '--json']);
    expect(code).toBe(0);
    expect(PatchOutcomeJson.parse(JSON.parse(stdout))).toEqual({
      ok: true,
      applied: true,
      operations: 2,
      bytes: 7,
      changes: [
        { path: 'docs/c.md', change: 'removed', bytes: 0 },
        { path: 'src/a.js', change: 'modified', bytes: 5 },
      ],
    });
    expect(Object.keys(await tree.look(tree.root))).toEqual(['src', 'src/a.js']);
  });

  test.each<readonly [string, unknown, RegExp]>([
    ['invalid JSON', 'Sure! Here is the patch:', /^✗ ops: is not JSON/],
    ['a path outside', [{ kind: 'add', path: '../x', content: '' }], /^✗ ops\[0\]\.path: reaches outside/],
    ['an operation that does not fit', [{ ...FIX[0], find: 'zwei' }], /^✗ ops\[0\]\.find: is found 0 times/],
    ['too much', [{ kind: 'add', path: 'x', content: 'x'.repeat(50_001) }], /^✗ ops: carries 50001 bytes/],
  ])('%s is refused with exit code 1, and nothing is changed', async (_, ops, expected) => {
    const before = await tree.look();
    for (const action of ['check', 'apply', 'to-diff']) {
      const said = await hydra([action, '-'], ops);
      expect(said.code).toBe(1);
      expect(said.stdout).toMatch(expected);
    }
    const { stdout } = await hydra(['apply', '-', '--json'], ops);
    expect(PatchOutcomeJson.parse(JSON.parse(stdout))).toMatchObject({
      ok: false,
      reasons: [{ reason: expect.any(String) as string }],
    });
    expect(await tree.look()).toEqual(before);
  });

  test('larger patches are applied if requested', async () => {
    const ops = Array.from({ length: 60 }, (_, at) => ({ kind: 'add', path: `new/${at}`, content: 'x' }));
    expect((await hydra(['apply', '-'], ops)).code).toBe(1);
    expect((await hydra(['apply', '-', '--max-ops', '60'], ops)).code).toBe(0);
  });

  test('a file’s content cannot control the screen', async () => {
    await tree.write({ '\u001b[31mred': 'x' });
    const said = await hydra(['check', '-'], [{ kind: 'remove', path: '\u001b[31mred' }]);
    expect(said.stdout).not.toContain('\u001b');
  });

  test('a missing file or folder is a user error', async () => {
    expect((await runHydra(['patch', 'check', join(tree.root, 'none.json')])).code).toBe(2);
    expect(
      (await runHydra(['patch', 'check', '-', '--root', join(tree.root, 'none')], { input: '[]' })).code,
    ).toBe(2);
    expect((await runHydra(['patch', 'explode'])).code).toBe(2);
  });

  test('diffs go both ways, byte for byte and with secrets in them', async () => {
    await tree.write({ 'key.txt': 'password = "hunter2hunter2"\n', 'latin.txt': Buffer.from([0xe4, 0x0a]) });
    const ops = [
      { kind: 'edit', path: 'key.txt', find: 'hunter2', replace: 'hunter3' },
      { kind: 'splice', path: 'latin.txt', start: 0, deleteCount: 0, insert: 'x' },
    ];
    const file = join(tree.outside, 'fix.json');
    await writeFile(file, JSON.stringify(ops));
    const diff = spawnSync(process.execPath, [main, 'patch', 'to-diff', file, '--root', tree.root]).stdout;
    expect(diff.toString('latin1')).toContain('+password = "hunter3hunter2"');
    expect(diff.toString('latin1')).toContain('-\xe4\n+x\xe4\n');
    const back = spawnSync(process.execPath, [main, 'patch', 'from-diff', '-', '--root', tree.root], {
      input: diff,
    });
    await writeFile(file, back.stdout);
    expect((await hydra(['apply', file])).code).toBe(0);
    expect(await readFile(join(tree.root, 'key.txt'), 'utf8')).toBe('password = "hunter3hunter2"\n');
    expect([...(await readFile(join(tree.root, 'latin.txt')))]).toEqual([0x78, 0xe4, 0x0a]);
  });

  test('a diff that operations cannot express is refused by name', async () => {
    const diff = 'diff --git a/src/a.js b/src/a.js\nold mode 100644\nnew mode 100755\n';
    const said = await hydra(['from-diff', '-'], diff);
    expect(said).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('changes the mode of "src/a.js"') as string,
    });
  });
});

describe('the schema', () => {
  type Schema = Readonly<Record<string, unknown>>;
  const objects = (schema: unknown): readonly Schema[] => {
    if (typeof schema !== 'object' || schema === null) return [];
    const below = Object.values(schema).flatMap(objects);
    return (schema as Schema)['type'] === 'object' ? [schema as Schema, ...below] : below;
  };

  test('is printed, and services for structured output accept it', async () => {
    const { code, stdout } = await runHydra(['patch', 'schema']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(patchSchema());
    expect(patchSchema()['type']).toBe('object');
    const all = objects(patchSchema());
    expect(all).toHaveLength(5);
    for (const { properties, required, additionalProperties } of all) {
      expect(required).toEqual(Object.keys(properties as object));
      expect(additionalProperties).toBe(false);
    }
    expect(stdout).not.toMatch(/"(?:oneOf|minimum|maximum|minLength|pattern|\$ref)"/);
  });

  test('an answer that matches it is a patch', () => {
    const ops = [
      { kind: 'add', path: 'a', content: '', overwrite: null },
      { kind: 'remove', path: 'b' },
      { kind: 'edit', path: 'c', find: 'x', replace: 'y', occurrences: null },
      { kind: 'splice', path: 'd', start: 0, deleteCount: 0, insert: null },
    ];
    expect(validateFixerPatch({ ops }).ok).toBe(true);
  });
});

describe('obstacles of the machine', () => {
  const isRoot = process.getuid?.() === 0;

  test('a folder that becomes read-only half way through', async () => {
    await tree.write({ 'open/x': '1', 'locked/y': '2', 'locked/z': '3' });
    const ops = [
      { kind: 'remove', path: 'open/x' },
      { kind: 'add', path: 'open/new', content: '' },
      { kind: 'remove', path: 'locked/y' },
    ];
    for (const folder of ['', 'open']) await chmod(join(tree.root, folder), 0o777);
    await chmod(join(tree.root, '..'), 0o755);
    await chmod(join(tree.root, 'locked'), 0o555);
    const before = await tree.look();
    const said = spawnSync(process.execPath, [main, 'patch', 'apply', '-', '--root', tree.root], {
      input: JSON.stringify(ops),
      encoding: 'utf8',
      ...(isRoot ? ORDINARY_USER : {}),
    });
    expect(said.stderr).toMatch(/could not be written .*EACCES.* The tree is unchanged/);
    expect(said.stderr).not.toContain('/proc/');
    expect(said.status).toBe(3);
    expect(await tree.look()).toEqual(before);
    await chmod(join(tree.root, 'locked'), 0o755);
  });

  test.skipIf(!has.mounts)(`a full disk${unless('mounts')}`, async () => {
    await mkdir(join(tree.root, 'small'));
    const ops = [
      { kind: 'edit', path: 'small/a', find: 'one', replace: 'eins' },
      { kind: 'add', path: 'small/large', content: 'x'.repeat(400_000) },
    ];
    await writeFile(join(tree.outside, 'ops.json'), JSON.stringify(ops));
    const script = `
      mount -t tmpfs -o size=256k none "$1/small" && printf one > "$1/small/a" || exit 9
      "$2" "$3" patch apply "$4" --root "$1" --max-bytes 1000000; code=$?
      ls -A "$1/small"; cat "$1/small/a"; exit $code`;
    const said = spawnSync(
      'unshare',
      [
        '--user',
        '--map-root-user',
        '--mount',
        'sh',
        '-c',
        script,
        'sh',
        tree.root,
        process.execPath,
        main,
        join(tree.outside, 'ops.json'),
      ],
      { encoding: 'utf8' },
    );
    expect(said.stderr).toMatch(/ENOSPC.* The tree is unchanged/);
    expect(said.status).toBe(3);
    expect(said.stdout).toBe('a\none');
  });

  test('a link out of the root', async () => {
    await symlink(tree.outside, join(tree.root, 'out'));
    const before = await tree.look();
    const said = await hydra(['apply', '-'], [{ kind: 'add', path: 'out/x', content: '' }]);
    expect(said).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('leads outside the root') as string,
    });
    expect(await tree.look()).toEqual(before);
  });
});
