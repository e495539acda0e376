import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Pace } from '../../../../src/core/domain/work/work.ts';
import type { WorkspaceBase, Workspace, Workspaces } from '../../../../src/shell/ports/workspaces.ts';
import { has, unless } from '../../../support/needs.ts';
import { changesBetween, type Fixture, installPlan, makeFixture } from './workspace-fixture.ts';

/** Names, modes, link targets and contents of a tree. */
const DESCRIBE = `find . -path ./.git -prune -o -print0 | sort -z | xargs -0 stat -c '%N %A %s' ; find . -path ./.git -prune -o -type f -print0 | sort -z | xargs -0 sha256sum`;
const digestOf = (folder: string): string =>
  execFileSync('/bin/sh', ['-c', `${DESCRIBE} | sha256sum`], { cwd: folder, encoding: 'utf8' });
const mounts = (): string =>
  existsSync('/proc/self/mountinfo') ? readFileSync('/proc/self/mountinfo', 'utf8') : '';
const alive = (mark: string): number =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark);
    } catch {
      return false;
    }
  }).length;

const modes = has.sandbox ? (['auto', 'copies', 'container', 'degraded'] as const) : (['degraded'] as const);
if (!has.sandbox) test.skip(`workspaces in a sandbox${unless('sandbox')}`);

const LEVELS = { auto: 'sandboxed', copies: 'sandboxed', container: 'container', degraded: 'degraded' };

describe.each(modes)('workspaces: %s', (isolation) => {
  let fixture: Fixture;
  let workspaces: Workspaces;
  let commit: string;
  let base: WorkspaceBase;
  let shared: Workspace;
  const mountsBefore = mounts();

  beforeAll(async () => {
    fixture = await makeFixture(isolation);
    fixture.commit('echo older > secret-of-the-past');
    fixture.git('branch', 'rival');
    commit = fixture.commit(`
      rm secret-of-the-past; echo one > one.txt; mkdir -p deep/er; echo f > deep/er/file; echo k > deep/er/kept
      printf '#!/bin/sh\\necho ran\\n' > tool.sh; chmod +x tool.sh; ln -s one.txt link; mkdir swap; echo s > swap/s
      echo file > becomes-dir; printf '*.txt text eol=crlf\\n' > .gitattributes; mkdir solo; echo x > solo/only`);
    workspaces = await fixture.open();
    base = await workspaces.prepareBase(commit, null, join(fixture.folder, 'install.log'));
    shared = await workspaces.create(base, []);
  });
  afterAll(async () => {
    await shared.dispose();
    expect(readdirSync(join(fixture.cacheDir, 'scratch'))).toEqual([]);
    expect(readdirSync(join(fixture.cacheDir, 'making'))).toEqual([]);
    // An engine mounts for other tests at the same time.
    if (isolation === 'container') expect(mounts()).not.toContain(fixture.folder);
    else expect(mounts()).toBe(mountsBefore);
    await fixture.remove();
  });

  test('reports how commands are isolated', () => {
    expect(workspaces.isolation.level).toBe(LEVELS[isolation]);
    expect(workspaces.isolation.detail).not.toBe('');
  });

  test.each([0, 1, 2, 42, 127, 255])('exit code %i', async (code) => {
    const { ran } = await fixture.run(shared, `exit ${code}`);
    expect(ran).toMatchObject({ status: 'exited', exitCode: code });
  });

  test.each(['KILL', 'TERM', 'SEGV', 'ABRT'])('a command that SIG%s ended was killed', async (signal) => {
    for (const command of [`kill -${signal} $$`, `sh -c 'kill -${signal} $$'`]) {
      const { ran } = await fixture.run(shared, command);
      expect(ran).toMatchObject({ status: 'killed', signal: `SIG${signal}` });
    }
  });

  test('any text is a command, and we interpret nothing in it', async () => {
    const { output } = await fixture.run(
      shared,
      `printf '%s|' "a'b" '$HOME' "\`echo q\`" '\\n' --args; echo "$0" "$#"`,
    );
    expect(output).toMatch(/^a'b\|\$HOME\|q\|\\n\|--args\|\S+ 0\n$/);
  });

  test('standard output and error go to their files, or to one', async () => {
    const [stdoutFile, stderrFile] = [join(fixture.folder, 'out'), join(fixture.folder, 'err')];
    await fixture.run(shared, 'echo out; echo err >&2', { stdoutFile, stderrFile });
    expect([readFileSync(stdoutFile, 'utf8'), readFileSync(stderrFile, 'utf8')]).toEqual(['out\n', 'err\n']);
    const { output } = await fixture.run(shared, 'echo 1; echo 2 >&2; echo 3');
    expect(output).toBe('1\n2\n3\n');
  });

  test('standard input is empty', async () => {
    const { ran, output } = await fixture.run(shared, 'cat; echo end');
    expect([ran.status, output]).toEqual(['exited', 'end\n']);
  });

  test('a log file that cannot be opened means not started, not failed', async () => {
    const { ran } = await fixture.run(shared, 'true', {
      stdoutFile: join(fixture.folder, 'no', 'such', 'folder'),
    });
    expect(ran.status).toBe('not-started');
  });

  test('100 MB of output do not go through this process', async () => {
    const stdoutFile = join(fixture.folder, 'big');
    const before = process.memoryUsage().rss;
    const { ran } = await fixture.run(shared, 'head -c 104857600 /dev/zero', {
      stdoutFile,
      stderrFile: `${stdoutFile}.e`,
      env: {},
    });
    expect(ran).toMatchObject({ status: 'exited', exitCode: 0 });
    expect(statSync(stdoutFile).size).toBe(104_857_600);
    // The fixture itself reads the file afterwards, so only growth beyond that counts.
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  });

  test('at the timeout the whole tree ends: children, sessions of their own, and daemons', async () => {
    const mark = `31${process.pid}${isolation.length}`;
    const command = `sleep ${mark}1 & setsid sleep ${mark}2 & (setsid sh -c 'setsid sleep ${mark}3 &' &) ; trap '' TERM; sleep ${mark}4`;
    const { ran } = await fixture.run(shared, command, { timeoutMs: 700 });
    expect(ran).toMatchObject({ status: 'timed-out', timeoutMs: 700 });
    expect(alive(`sleep\0${mark}`)).toBe(0);
  });

  test('background processes of a command end with it', async () => {
    const mark = `32${process.pid}${isolation.length}`;
    const { ran } = await fixture.run(shared, `(setsid sleep ${mark} >/dev/null 2>&1 &) ; sleep 0.1; exit 5`);
    expect(ran).toMatchObject({ status: 'exited', exitCode: 5 });
    expect(alive(`sleep\0${mark}`)).toBe(0);
  });

  test('a job is stopped by what becomes known of others while it runs, and reports which limit applied', async () => {
    let known: Pace | null = null;
    const running = fixture.run(shared, 'sleep 600', { pace: () => known });
    setTimeout(() => (known = { totalMs: 234, silentMs: null }), 300);
    expect((await running).ran).toMatchObject({ status: 'timed-out', timeoutMs: 234 });
    const pace = () => ({ totalMs: 60_000, silentMs: 99 });
    const silent = await fixture.run(shared, 'echo; sleep 600', { pace });
    expect(silent.ran).toMatchObject({ status: 'timed-out', silentMs: 99 });
  });

  test('the environment is built from an allow-list', async () => {
    process.env['HYDRA_TEST_SECRET'] = 'secret';
    const { output } = await fixture.run(shared, 'env', { env: { JOB: 'one=two three' } });
    delete process.env['HYDRA_TEST_SECRET'];
    const names = output.split('\n').map((line) => line.split('=')[0] ?? '');
    for (const name of ['PATH', 'HOME', 'ALLOWED', 'JOB', 'CI', 'NO_COLOR', 'HYDRA_REPORT_DIR'])
      expect(names).toContain(name);
    for (const name of ['HYDRA_TEST_SECRET', 'SSL_CERT_FILE', 'NODE_OPTIONS', 'VITEST'])
      expect(names).not.toContain(name);
    expect(output).toContain('JOB=one=two three\n');
    expect(output).not.toContain(`HOME=${process.env['HOME']}\n`);
  });

  test('reports leave by the report folder, reporters come in by theirs', async () => {
    const { output } = await fixture.run(
      shared,
      'echo r > "$HYDRA_REPORT_DIR/r.xml"; cat "$HYDRA_REPORTERS/reporter.txt"',
    );
    expect(output).toBe('a reporter');
    expect(readFileSync(join(fixture.folder, 'report', 'r.xml'), 'utf8')).toBe('r\n');
  });

  test('the tree is the base, byte for byte, with that one commit and nothing else', async () => {
    const { output } = await fixture.run(
      shared,
      'pwd; cat one.txt | od -c | head -1; ./tool.sh; git status --short; git log --oneline | wc -l; git for-each-ref; git remote; ls .git/logs .git/FETCH_HEAD .git/hooks 2>/dev/null; git cat-file -e HEAD~1 || echo no past',
    );
    const [pwd, bytes, ran, commits, ref, past] = output
      .split('\n')
      .filter((line) => !line.startsWith('fatal'));
    expect(pwd).toBe(shared.root);
    expect(bytes).toMatch(/o {3}n {3}e {2}\\n$/);
    expect([ran, commits]).toEqual(['ran', '1']);
    expect(ref).toBe(`${commit} commit\trefs/heads/main`);
    expect(past).toBe('no past');
  });

  test('a version derived from tags is known', async () => {
    fixture.git('tag', 'v1.2.3', fixture.commit('echo one >> versioned.txt'));
    const later = fixture.commit('echo two >> versioned.txt');
    const tagged = await workspaces.prepareBase(later, null, join(fixture.folder, 'install-later.log'));
    const workspace = await workspaces.create(tagged, []);
    expect((await fixture.run(workspace, 'git describe --tags')).output.trim()).toBe('v1.2.3');
    await workspace.dispose();
  });

  test('a candidate is applied exactly', async () => {
    fixture.git('checkout', '-q', '-b', 'candidate', commit);
    const target = fixture.commit(`
      rm -r deep/er/file solo; chmod +x one.txt; chmod -x tool.sh; rm link; ln -s nowhere/at/all link
      rm -r swap; echo now-a-file > swap; rm becomes-dir; mkdir -p becomes-dir/in; echo x > becomes-dir/in/side
      printf 'a\\r\\nb\\0c' > binary; mkdir 'odd dir'; echo o > "odd dir/na
me'\\" \\$x"; echo d > ./-dash; ln -s /etc/passwd absolute; : > empty; mkdir -p a/b/c/d; echo z > a/b/c/d/e`);
    const workspace = await workspaces.create(base, changesBetween(fixture, commit, target));
    const { output } = await fixture.run(workspace, DESCRIBE);
    const expected = execFileSync('/bin/sh', ['-c', DESCRIBE], { cwd: fixture.repository, encoding: 'utf8' });
    const withoutFolderSizes = (text: string) => text.replaceAll(/^(.* d[rwx-]{9}) \d+$/gm, '$1');
    expect(withoutFolderSizes(output)).toBe(withoutFolderSizes(expected));
    const seen = await fixture.run(workspace, 'git add -A && git write-tree');
    expect(seen.output.trim()).toBe(fixture.git('rev-parse', `${target}^{tree}`));
    await workspace.dispose();
    fixture.git('checkout', '-q', 'main');
  });

  test('a submodule is an empty folder', async () => {
    const workspace = await workspaces.create(base, [{ path: 'module', mode: '160000', blob: commit }]);
    const { output } = await fixture.run(workspace, 'ls -A module; test -d module && echo folder');
    expect(output).toBe('folder\n');
    await workspace.dispose();
  });

  test.each(['../out', '/abs', '.git/hooks/x', 'a/../../b', 'a//b', '.GIT/config', 'x\0y'])(
    'a path that leaves the tree is refused: %j',
    async (path) => {
      const workspace = await workspaces.create(base, [{ path, mode: '100644', blob: fixture.blob('x') }]);
      expect((await fixture.run(workspace, 'true')).ran.status).toBe('not-started');
      await workspace.dispose();
    },
  );

  test('a name that no file system supports stops that candidate alone', async () => {
    const workspace = await workspaces.create(base, [
      { path: 'n'.repeat(300), mode: '100644', blob: fixture.blob('x') },
    ]);
    const { ran } = await fixture.run(workspace, 'true');
    expect(ran).toMatchObject({
      status: 'not-started',
      reason: expect.stringContaining('cannot be written'),
    });
    await workspace.dispose();
  });

  test('workspaces do not see what others write, and the base never changes', async () => {
    const pristine = join(fixture.cacheDir, 'pristine', commit);
    const before = digestOf(pristine);
    const [one, two] = await Promise.all([workspaces.create(base, []), workspaces.create(base, [])]);
    const spoil =
      'echo spoiled >> one.txt; printf x > deep/er/kept; rm -r swap; echo h > ~/mine; git config user.name x; chmod 777 tool.sh';
    await fixture.run(one, spoil);
    const { output } = await fixture.run(
      two,
      'cat one.txt deep/er/kept swap/s; ls ~/mine; git config user.name; stat -c %a tool.sh',
    );
    expect(output.replace(/^ls: .*\n/m, '')).toBe('one\nf\n'.replace('f\n', 'k\n') + 's\n755\n');
    const again = await fixture.run(one, 'cat one.txt ~/mine');
    expect(again.output).toBe('one\nspoiled\nh\n');
    expect(digestOf(pristine)).toBe(before);
    await Promise.all([one.dispose(), two.dispose()]);
  });

  test('jobs of one workspace take turns', async () => {
    const commands = ['sleep 0.3; echo 1 >> turns', 'echo 2 >> turns', 'echo 3 >> turns; cat turns'];
    const results = await Promise.all(commands.map((command) => fixture.run(shared, command)));
    expect(results[2]?.output).toBe('1\n2\n3\n');
  });

  test('collects fresh reports without following links, and removes stale ones', async () => {
    await fixture.run(
      shared,
      `mkdir -p target/a/reports node_modules/x/reports; echo A > target/a/reports/TEST-a.xml; echo B > target/TEST-b.xml
       echo no > target/other.txt; echo no > node_modules/x/reports/TEST-n.xml; ln -s /etc/passwd target/TEST-link.xml
       ln -s / target/root; mkfifo target/TEST-pipe.xml; mkdir target/TEST-dir.xml`,
    );
    const documents = await shared.collect('**/TEST-*.xml');
    expect(documents).toEqual([
      { name: 'target/TEST-b.xml', text: 'B\n' },
      { name: 'target/a/reports/TEST-a.xml', text: 'A\n' },
    ]);
    await shared.remove('**/TEST-*.xml');
    expect(await shared.collect('**/TEST-*.xml')).toEqual([]);
    expect((await fixture.run(shared, 'cat target/other.txt; ls target/a/reports')).output).toBe('no\n');
  });

  test('dispose removes what a candidate made hard to remove', async () => {
    const workspace = await workspaces.create(base, []);
    await fixture.run(
      workspace,
      `mkdir -p locked/in; echo x > locked/in/x; chmod 000 locked/in locked; chmod 555 deep/er deep
       p=$(printf 'dddddddd/%.0s' $(seq 100)); for i in 1 2 3 4 5 6; do mkdir -p $p && cd $p; done; echo deep > f`,
    );
    await workspace.dispose();
    expect(readdirSync(join(fixture.cacheDir, 'scratch')).length).toBe(1);
  });

  test('a kept workspace is a plain folder that outlives its dispose', async () => {
    const keeping = await fixture.open({ keepDir: join(fixture.folder, 'kept') });
    const prepared = await keeping.prepareBase(commit, null, join(fixture.folder, 'install.log'));
    const workspace = await keeping.create(
      prepared,
      [{ path: 'new', mode: '100644', blob: fixture.blob('n') }],
      'a/b',
    );
    await fixture.run(workspace, 'echo w > written; rm one.txt');
    await workspace.dispose();
    const kept = workspace.kept ?? '';
    expect(kept).toBe(join(fixture.folder, 'kept', 'a_b'));
    expect(readFileSync(join(kept, 'new'), 'utf8') + readFileSync(join(kept, 'written'), 'utf8')).toBe(
      'nw\n',
    );
    expect(existsSync(join(kept, 'one.txt'))).toBe(false);
    expect(readlinkSync(join(kept, 'link'))).toBe('one.txt');
  });

  test('tools have a stable digest', async () => {
    expect(await workspaces.toolVersions()).toMatch(/^[0-9a-f]{64}$/);
    expect(await (await fixture.open()).toolVersions()).toBe(await workspaces.toolVersions());
  });

  test('a base that the repository does not have is an error with a reason', async () => {
    await expect(workspaces.prepareBase('0'.repeat(40), null, join(fixture.folder, 'l'))).rejects.toThrow(
      /git fetch/,
    );
  });

  describe('installation', () => {
    const install = installPlan({
      command: `echo run >> "$HYDRA_REPORT_DIR/count"; mkdir -p node_modules deep/er; echo dep > node_modules/dep; echo cached > ~/cache
        echo changed > one.txt; rm deep/er/file; mkdir -p .git/hooks; echo x > .git/hooks/post; echo done`,
      manifests: ['one.txt', 'missing.lock'],
    });

    test('runs once if two request it at the same time, and is shared with its home', async () => {
      const log = (name: string) => join(fixture.folder, `${name}.log`);
      const [a, b] = await Promise.all([
        workspaces.prepareBase(commit, install, log('a')),
        workspaces.prepareBase(commit, install, log('b')),
      ]);
      expect(
        [a, b].map(({ installed }) => installed.status === 'installed' && installed.reused).sort(),
      ).toEqual([false, true]);
      expect(a.key).toBe(b.key);
      expect([readFileSync(log('a'), 'utf8'), readFileSync(log('b'), 'utf8')]).toEqual(['done\n', 'done\n']);
      const workspace = await workspaces.create(a, []);
      const { output } = await fixture.run(
        workspace,
        'cat node_modules/dep ~/cache one.txt deep/er/file; ls .git/hooks; echo mine >> ~/cache',
      );
      expect(output.replace(/^ls: .*\n/m, '')).toBe('dep\ncached\none\nf\n');
      await workspace.dispose();
      const other = await workspaces.create(b, []);
      expect((await fixture.run(other, 'cat ~/cache')).output).toBe('cached\n');
      await other.dispose();
    });

    test('is reused by another opening and another commit with the same manifests, and not with others', async () => {
      const again = await fixture.open();
      const next = fixture.commit('echo more > deep/er/more');
      const [same, other] = [
        await again.prepareBase(next, install, join(fixture.folder, 'c.log')),
        await again.prepareBase(fixture.commit('echo two > one.txt'), install, join(fixture.folder, 'd.log')),
      ];
      expect(same.installed).toMatchObject({ status: 'installed', reused: true });
      expect(other.installed).toMatchObject({ status: 'installed', reused: false });
      const workspace = await again.create(same, []);
      expect((await fixture.run(workspace, 'cat node_modules/dep deep/er/more deep/er/file')).output).toBe(
        'dep\nmore\nf\n',
      );
      await workspace.dispose();
    });

    test('of scope `tree` keeps what it built over the tree, for that commit alone', async () => {
      const plan = installPlan({ command: 'echo built > built; echo generated > one.txt', scope: 'tree' });
      const built = await workspaces.prepareBase(commit, plan, join(fixture.folder, 'e.log'));
      const workspace = await workspaces.create(built, []);
      expect((await fixture.run(workspace, 'cat built one.txt')).output).toBe('built\ngenerated\n');
      await workspace.dispose();
      const next = await workspaces.prepareBase(
        fixture.commit('echo n > n'),
        plan,
        join(fixture.folder, 'f.log'),
      );
      expect(next.installed).toMatchObject({ reused: false });
    });

    test('starts from a copy of what is compiled once for every project of its kind, if that works', async () => {
      const logFile = join(fixture.folder, 'warm.log');
      const warmUp =
        'ls -A > ~/seen; date +%N > ~/once; mkdir ~/kept; date > ~/kept/old; touch -d 2001-01-01 ~/kept/old';
      const command = 'cat ~/seen; cp ~/once ~/first; echo mine >> ~/once; find ~/kept -type f -mtime +100';
      const homeAfter = async (
        script: string,
        plan: { readonly warmUp: string; readonly command: string },
      ) => {
        const next = await workspaces.prepareBase(
          fixture.commit(script),
          installPlan({ ...plan, scope: 'tree' }),
          logFile,
        );
        expect(next.installed).toMatchObject({ status: 'installed', reused: false });
        const workspace = await workspaces.create(next, []);
        const { output } = await fixture.run(workspace, 'cat ~/first ~/once');
        await workspace.dispose();
        return output.split('\n');
      };
      const [first = '', again, mine] = await homeAfter('echo 1 > warm', { warmUp, command });
      expect(first).toMatch(/^\d+$/);
      expect([again, mine]).toEqual([first, 'mine']);
      // It saw no file of the repository, and nothing that it left is old.
      expect(readFileSync(logFile, 'utf8').replaceAll(/^\.git\n/gm, '')).toBe('');
      expect(await homeAfter('echo 2 > warm', { warmUp, command })).toEqual([first, first, 'mine', '']);
      const fails = { warmUp: 'echo 1 > ~/once; exit 7', command: 'echo own > ~/first; cp ~/first ~/once' };
      expect(await homeAfter('echo 3 > warm', fails)).toEqual(['own', 'own', '']);
    });

    test('that fails is reported with its log and not cached', async () => {
      const flag = join(fixture.folder, 'report-flag');
      const logFile = join(fixture.folder, 'g.log');
      const failing = installPlan({ command: 'echo no such package; exit 7' });
      const failed = await workspaces.prepareBase(commit, failing, logFile);
      expect(failed.installed).toMatchObject({
        status: 'failed',
        logFile,
        reason: expect.stringContaining('7'),
      });
      expect(readFileSync(logFile, 'utf8')).toBe('no such package\n');
      const slow = await workspaces.prepareBase(
        commit,
        installPlan({ command: 'sleep 60', timeoutMs: 300 }),
        logFile,
      );
      expect(slow.installed).toMatchObject({ status: 'failed', reason: expect.stringContaining('0.3 s') });
      writeFileSync(flag, '');
      expect(readdirSync(join(fixture.cacheDir, 'locks'))).toEqual([]);
    });
  });
});
