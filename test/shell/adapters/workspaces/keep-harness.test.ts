import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Workspace, WorkspaceBase, Workspaces } from '../../../../src/shell/ports/workspaces.ts';
import { has, unless } from '../../../support/needs.ts';
import { type Fixture, installPlan, makeFixture } from './workspace-fixture.ts';

const BASE = `mkdir -p src tests/data node_modules
printf 'one\\n' > src/a.py
printf 'test\\n' > tests/test_a.py
printf 'more\\n' > tests/test_b.py
printf '{}\\n' > tests/data/rows.json
printf '[pytest]\\n' > pytest.ini`;

/** Everything is put back: the next command sees the original tree. */
const LOOK =
  'cat tests/test_a.py tests/test_b.py tests/data/rows.json pytest.ini && test ! -L tests && ls src/a.py';
const WHOLE = 'test\nmore\n{}\n[pytest]\nsrc/a.py\n';

const ATTACKS: readonly (readonly [string, string, readonly string[]])[] = [
  ['changes a test', 'echo >> tests/test_a.py', ['tests/test_a.py']],
  ['removes a test', 'rm tests/test_a.py', ['tests/test_a.py']],
  ['puts a link in its place', 'ln -sf /dev/null tests/test_b.py', ['tests/test_b.py']],
  [
    'makes the folder again',
    'rm -rf tests && mkdir tests',
    ['tests/data/rows.json', 'tests/test_a.py', 'tests/test_b.py'],
  ],
  [
    'makes the folder again, with other content',
    'rm -rf tests && mkdir -p tests/data && : > tests/test_a.py',
    ['tests/data/rows.json', 'tests/test_a.py', 'tests/test_b.py'],
  ],
  [
    'puts a link in place of the folder',
    'mv tests old && ln -s old tests',
    ['tests/data/rows.json', 'tests/test_a.py', 'tests/test_b.py'],
  ],
  ['changes settings', 'printf "[pytest]\\naddopts = -k none\\n" > pytest.ini', ['pytest.ini']],
];

const HARMLESS: readonly (readonly [string, string])[] = [
  ['writes source', 'echo two > src/a.py'],
  ['writes caches beside tests', 'mkdir -p tests/__pycache__ && echo > tests/__pycache__/test_a.pyc'],
  ['writes results beside tests', 'echo done > tests/data/out.txt'],
  ['reads', 'cat tests/*.py && ls -R'],
];

const ALL = { of: 'harness', also: [], except: [] } as const;
/** Ways to tamper with a test, each undone before the command ends, and then what tests may do legitimately. */
const REWRITES = `for try in 'echo > tests/test_a.py' 'rm tests/test_a.py' 'mv tests/test_a.py x' 'ln -f src/a.py tests/test_a.py' \\
  'chmod 600 tests/test_a.py' 'mv tests old' 'mount -o remount,rw tests/test_a.py' 'umount tests/test_a.py'; do
  cp -a tests kept; sh -c "$try" 2>/dev/null; cmp -s tests/test_a.py kept/test_a.py || echo "$try works"; rm -rf kept
done`;

const kinds = [
  { isolation: 'auto', able: has.sandbox, why: unless('sandbox') },
  { isolation: 'copies', able: has.sandbox, why: unless('sandbox') },
  { isolation: 'container', able: has.sandbox, why: unless('sandbox') },
  { isolation: 'degraded', able: true, why: '' },
] as const;

describe.each(kinds)('$isolation', ({ isolation, able, why }) => {
  let fixture: Fixture;
  let workspaces: Workspaces;
  let base: WorkspaceBase;
  const check = test.skipIf(!able);
  beforeAll(async () => {
    if (!able) return;
    fixture = await makeFixture(isolation);
    const commit = fixture.commit(BASE);
    workspaces = await fixture.open({ run: 'run' });
    const install = installPlan({
      command: 'mkdir -p node_modules/runner && echo run > node_modules/runner/index.js',
    });
    base = await workspaces.prepareBase(commit, install, `${fixture.folder}/install.log`);
  });
  afterAll(() => fixture?.remove());

  const within = async (work: (workspace: Workspace) => Promise<void>): Promise<void> => {
    const workspace = await workspaces.create(base, []);
    try {
      await work(workspace);
    } finally {
      await workspace.dispose();
    }
  };

  check.each(ATTACKS)(`a command that %s is noticed, and its work undone${why}`, (_, command, paths) =>
    within(async (workspace) => {
      await fixture.run(workspace, command);
      expect(await workspace.restoreHarness(false)).toEqual(paths);
      const { output } = await fixture.run(workspace, LOOK);
      expect(output).toBe(WHOLE);
      expect(await workspace.restoreHarness(true)).toEqual([]);
    }),
  );

  check.each(HARMLESS)(`a command that %s is let alone${why}`, (_, command) =>
    within(async (workspace) => {
      await fixture.run(workspace, command);
      expect(await workspace.restoreHarness(true)).toEqual([]);
    }),
  );

  const RESTORE = 'cp -p tests/test_a.py x && echo > tests/test_a.py && cp -p x tests/test_a.py && rm x';

  check(`a file that is changed and changed back shows in a strict look${why}`, () =>
    within(async (workspace) => {
      await fixture.run(workspace, RESTORE);
      expect(await workspace.restoreHarness(true)).toEqual(['tests/test_a.py']);
      await fixture.run(workspace, RESTORE);
      expect(await workspace.restoreHarness(false)).toEqual([]);
      await fixture.run(workspace, LOOK);
      expect(await workspace.restoreHarness(true)).toEqual([]);
    }),
  );

  // Without a sandbox nothing can be mounted.
  const readOnly: typeof check | (() => void) = isolation === 'degraded' ? () => undefined : check;

  readOnly(`what is read-only cannot be written to, moved or removed${why}`, () =>
    within(async (workspace) => {
      const { output } = await fixture.run(workspace, REWRITES, { readOnly: ALL });
      expect(output).toBe('');
      expect(await workspace.restoreHarness(true)).toEqual([]);
      expect((await fixture.run(workspace, LOOK, { readOnly: ALL })).output).toBe(WHOLE);
    }),
  );

  readOnly(`tests may write beside what is read-only, and to what is excepted${why}`, async () => {
    const blob = fixture.blob('data\n');
    const changes = [{ path: 'other/da ta#1\\x', mode: '100644', blob }];
    const workspace = await workspaces.create(base, changes);
    const command = `mkdir tests/__pycache__ && echo > tests/__pycache__/a && echo > tests/new.snap && mv tests/new.snap tests/b.snap
      rm tests/b.snap && echo 2 > src/a.py && echo 3 > tests/data/rows.json
      (echo no >> tests/test_b.py) 2>/dev/null || (echo no > 'other/da ta#1\\x') 2>/dev/null || echo done
      mv other moved 2>/dev/null; cat 'other/da ta#1\\x'`;
    const { output } = await fixture.run(workspace, command, {
      readOnly: { of: 'harness', also: changes.map(({ path }) => path), except: ['tests/data/rows.json'] },
    });
    expect(output).toBe('done\ndata\n');
    expect(await workspace.restoreHarness(true)).toEqual(['tests/data/rows.json']);
    const tests = { of: 'tests', also: [], except: [] } as const;
    const again = '(echo > tests/test_b.py) 2>/dev/null || echo "[pytest]" > pytest.ini && echo done';
    expect((await fixture.run(workspace, again, { readOnly: tests })).output).toBe('done\n');
    await workspace.dispose();
  });

  check(`settings that no tree has are reported${why}`, () =>
    within(async (workspace) => {
      await fixture.run(workspace, 'echo > conftest.py');
      expect(await workspace.restoreHarness(false)).toEqual(['conftest.py']);
    }),
  );

  check(`a candidate's own version of a test is the one that is kept${why}`, async () => {
    const blob = fixture.blob('mine\n');
    const workspace = await workspaces.create(base, [{ path: 'tests/test_a.py', mode: '100644', blob }]);
    await fixture.run(workspace, 'true');
    expect(await workspace.restoreHarness(true)).toEqual([]);
    await fixture.run(workspace, 'rm tests/test_a.py');
    expect(await workspace.restoreHarness(true)).toEqual(['tests/test_a.py']);
    expect((await fixture.run(workspace, 'cat tests/test_a.py')).output).toBe('mine\n');
    await workspace.dispose();
  });
});

describe('in an overlay', () => {
  let fixture: Fixture;
  let workspace: Workspace;
  const check = test.skipIf(!has.sandbox);
  beforeAll(async () => {
    if (!has.sandbox) return;
    fixture = await makeFixture('auto');
    const commit = fixture.commit(BASE);
    const workspaces = await fixture.open({ run: 'run' });
    const command = 'mkdir -p node_modules/runner && echo run > node_modules/runner/index.js';
    const base = await workspaces.prepareBase(commit, installPlan({ command }), `${fixture.folder}/i.log`);
    workspace = await workspaces.create(base, []);
  });
  afterAll(async () => {
    await workspace?.dispose();
    await fixture?.remove();
  });

  check(
    `a strict look shows a changed file of an installed package, and not what tools keep beside it${unless('sandbox')}`,
    async () => {
      await fixture.run(workspace, 'mkdir -p node_modules/.cache && echo > node_modules/.cache/a');
      expect(await workspace.restoreHarness(true)).toEqual([]);
      await fixture.run(workspace, 'echo > node_modules/runner/index.js');
      expect(await workspace.restoreHarness(true)).toEqual(['node_modules/runner/index.js']);
    },
  );

  check(`what was frozen is looked at no more${unless('sandbox')}`, async () => {
    expect(await workspace.freeze('0'.repeat(64))).toBe(true);
    await fixture.run(workspace, 'true');
    expect(await workspace.restoreHarness(true)).toEqual([]);
  });
});
