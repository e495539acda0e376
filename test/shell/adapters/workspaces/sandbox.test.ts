import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { has, unless } from '../../../support/needs.ts';
import { probeIsolation } from '../../../../src/shell/adapters/workspaces/isolation/probe-isolation.ts';
import type { WorkspaceBase, Workspace, Workspaces } from '../../../../src/shell/ports/workspaces.ts';
import { USUAL } from '../../../../src/shell/adapters/workspaces/launch/places.ts';
import { type Fixture, installPlan, makeFixture } from './workspace-fixture.ts';

const TOKEN = 'npm_verysecret';

describe.skipIf(!has.sandbox)(`sandbox${unless('sandbox')}`, () => {
  let fixture: Fixture;
  let workspaces: Workspaces;
  let base: WorkspaceBase;
  let workspace: Workspace;

  beforeAll(async () => {
    fixture = await makeFixture('auto');
    const home = join(fixture.folder, 'home');
    const files = {
      '.npmrc': `registry=https://user:pw@registry.example/\n//registry.example/:_authToken=${TOKEN}\nfund=false\n`,
      '.ssh/id_ed25519': 'PRIVATE KEY',
      '.cargo/bin/cargo-thing': '#!/bin/sh\necho cargo thing\n',
      '.cargo/credentials.toml': TOKEN,
      '.local/share/pipx/venvs/tool/bin/tool': '#!/bin/sh\necho tool\n',
      '.local/share/keyrings/login': TOKEN,
      'npm/lib/node_modules/lister/bin/lister.sh':
        '#!/bin/sh\n. "$(dirname "$(readlink -f "$0")")/../../helper/list.sh"\n',
      'npm/lib/node_modules/helper/list.sh': 'echo lister\n',
      'scripts/run-script': '#!/bin/sh\necho script\n',
      'scripts/gold.patch': 'the answer',
      'notes.txt': 'private',
    };
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(home, path, '..'), { recursive: true });
      await writeFile(join(home, path), text, { mode: 0o755 });
    }
    await mkdir(join(home, '.local/bin'));
    await symlink('../share/pipx/venvs/tool/bin/tool', join(home, '.local/bin/tool'));
    await symlink('../../npm/lib/node_modules/lister/bin/lister.sh', join(home, '.local/bin/lister'));
    const path = [
      join(fixture.repository, 'node_modules/.bin'),
      join(home, '.cargo/bin'),
      join(home, '.local/bin'),
      join(home, 'scripts'),
    ];
    const environment = {
      PATH: [...path, process.env['PATH']].join(':'),
      HTTPS_PROXY: 'http://me:pw@proxy.example',
      NO_PROXY: 'localhost',
      MIRROR_TOKEN: 'for the installation',
    };
    const commit = fixture.commit('echo one > one.txt');
    workspaces = await fixture.open({ host: { environment, home }, limits: { outputBytes: 20_000_000 } });
    base = await workspaces.prepareBase(commit, null, join(fixture.folder, 'log'));
    workspace = await workspaces.create(base, []);
  });
  afterAll(async () => {
    await workspace.dispose();
    await fixture.remove();
  });

  test('records what a command tries, whatever it reports', async () => {
    const attempts = async (command: string) => {
      const { ran } = await fixture.run(workspace, command);
      return ran.status === 'not-started'
        ? ran
        : (ran.attempts ?? []).map(({ kind, detail }) => `${kind} ${detail}`);
    };
    const connect = `node -e "require('net').connect(80, '192.0.2.1').on('error', () => {})"`;
    const own = `node -e "const s = require('net').createServer().listen(0, () => require('net').connect(s.address().port).on('connect', () => process.exit()))"`;
    expect(await attempts('true')).toEqual([]);
    expect(await attempts(own)).toEqual([]);
    expect(await attempts('ls -la ~ ~/.ssh ~/.aws')).toEqual([]);
    expect(await attempts(`sleep 0.2; ${connect}`)).toEqual(['network 1 times']);
    expect(await attempts('cat ~/.ssh/id_rsa')).toEqual(['secret-read ~/.ssh/id_rsa']);
    expect(await attempts('cat ~/.aws/credentials; touch -a -d 2001-01-01 ~/.aws/credentials')).toEqual([
      'secret-write ~/.aws/credentials',
    ]);
    expect(await attempts('echo key >> ~/.ssh/authorized_keys')).toEqual([
      'secret-write ~/.ssh/authorized_keys',
    ]);
  });

  test('every escape that doctor tries is blocked', async () => {
    for (const isolation of ['auto', 'copies'] as const) {
      const findings = await probeIsolation({ cacheDir: join(fixture.folder, 'probe'), isolation });
      const open = findings.filter(({ ok, needed }) => !ok && needed);
      expect(open).toEqual([]);
      expect(findings.length).toBeGreaterThan(10);
    }
  });

  test('doctor reports a missing sandbox', async () => {
    const findings = await probeIsolation({ cacheDir: join(fixture.folder, 'probe'), isolation: 'degraded' });
    expect(findings.map(({ what }) => what)).toEqual(['sandbox', 'overlay workspaces', 'container engine']);
    expect(findings.slice(0, 2).map(({ ok }) => ok)).toEqual([false, false]);
  });

  test('tools in the home run; nothing else of the home is there', async () => {
    const home = join(fixture.folder, 'home');
    const secrets = [
      '.ssh/id_ed25519',
      '.cargo/credentials.toml',
      '.local/share/keyrings/login',
      'notes.txt',
      '.npmrc',
      'scripts/gold.patch',
    ];
    const reads = secrets.map((path) => `cat "${join(home, path)}"`).join('; ');
    const { output } = await fixture.run(
      workspace,
      `cargo-thing; tool; lister; run-script; echo "$PATH"; { ${reads}; } 2>/dev/null; ls -A "${home}"`,
    );
    const [cargo, tool, lister, script, path, ...listing] = output.trim().split('\n');
    expect([cargo, tool, lister, script]).toEqual(['cargo thing', 'tool', 'lister', 'script']);
    expect(path).not.toContain(fixture.repository);
    expect(listing.sort()).toEqual(['.cargo', '.local', 'npm', 'scripts']);
    // The machine's own PATH may add folders to the note.
    expect(workspaces.notes?.[0]).toContain(`PATH: in ${join(home, 'scripts')}`);
  });

  test('a check never gets registry credentials, the installation of the base does', async () => {
    const look = 'cat ~/.npmrc; echo "$HTTPS_PROXY $NO_PROXY$MIRROR_TOKEN"';
    const offline = await fixture.run(workspace, look);
    expect(offline.output).toBe('registry=https://registry.example/\nfund=false\n \n');
    const online = await fixture.run(workspace, look, { network: true });
    expect(online.output).toBe('registry=https://registry.example/\nfund=false\n localhost\n');
    const logFile = join(fixture.folder, 'install.log');
    const plan = installPlan({ command: look, network: true, environment: ['MIRROR_TOKEN', 'UNSET'] });
    const installed = await workspaces.prepareBase(base.commit, plan, logFile);
    expect(installed.installed.status).toBe('installed');
    const after = await workspaces.create(installed, []);
    const { output } = await fixture.run(after, `cat ${'"$HYDRA_REPORT_DIR"'}/none ~/.npmrc 2>/dev/null`);
    expect(output).toBe('registry=https://registry.example/\nfund=false\n');
    const log = await readFile(logFile, 'utf8');
    for (const given of [TOKEN, 'me:pw@proxy.example', 'for the installation']) expect(log).toContain(given);
    await after.dispose();
  });

  test('the network is available only to a job that may use it', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.end('hello\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const command = `bash -c 'exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3'`;
    expect((await fixture.run(workspace, command)).ran).toMatchObject({ status: 'exited', exitCode: 1 });
    expect(connections).toBe(0);
    expect((await fixture.run(workspace, command, { network: true })).output).toBe('hello\n');
    server.close();
  });

  test('the whole machine looks the same in every sandbox', async () => {
    const { output } = await fixture.run(
      workspace,
      'id -un; id -u; hostname; pwd; echo "$HOME" "$TMPDIR" "$HYDRA_REPORT_DIR"; cat /etc/passwd | wc -l',
    );
    const { user, host, workspace: root, home } = USUAL;
    expect(output).toBe(`${user}\n1000\n${host}\n${root}\n${home} /tmp /hydra/report\n2\n`);
  });

  test('elsewhere, path, home, user, host, process ids and time zone differ; the tree and the home are the same', async () => {
    const there = await workspaces.create(base, [], 'there', { place: 'elsewhere' });
    const { output } = await fixture.run(
      there,
      'id -un; hostname; pwd; echo "$HOME"; getent hosts "$(hostname)" | wc -l; date +%z; sh -c "echo \\$\\$"; ls',
    );
    const [user, host, root, home, hosts, zone, id, ...files] = output.trim().split('\n');
    expect([user === USUAL.user, host === USUAL.host, home === USUAL.home]).toEqual([false, false, false]);
    expect(root).toBe(there.root);
    expect(root).not.toBe(workspace.root);
    expect([hosts, zone !== '+0000', Number(id) > 400]).toEqual(['1', true, true]);
    const { output: usual } = await fixture.run(workspace, 'ls');
    expect(files).toEqual(usual.trim().split('\n'));
    await there.dispose();
  });

  test.skipIf(!has.compiler)(
    `later, only the date differs, and time passes as usual${unless('compiler')}`,
    async () => {
      const there = await workspaces.create(base, [], 'later', { place: 'later' });
      const waits = `python3 -c "import threading, time
begun, now = time.monotonic(), time.time()
threading.Event().wait(0.05); threading.Lock().acquire(timeout=0.05); time.sleep(0.05)
print(int(time.time()), time.time() - now < 30, time.monotonic() - begun < 30)"`;
      const { output } = await fixture.run(there, `date +%s; env -i date +%s; ${waits}; env`);
      const [first = '', bare = '', waited = '', ...variables] = output.trim().split('\n');
      const days = (seconds: string): number => (Number(seconds) - Date.now() / 1000) / (24 * 60 * 60);
      for (const seconds of [first, bare, waited.split(' ')[0] ?? '']) {
        expect(days(seconds)).toBeGreaterThan(99);
        expect(days(seconds)).toBeLessThan(305);
      }
      expect(waited).toMatch(/True True$/);
      expect(variables.join()).not.toMatch(/PRELOAD|CLOCK/);
      await there.dispose();
    },
  );

  test('a command that writes without end is stopped, and the result gives the reason', async () => {
    const { ran } = await fixture.run(workspace, 'while :; do head -c 1000000 /dev/zero; sleep 0.01; done');
    expect(ran).toMatchObject({
      status: 'killed',
      signal: expect.stringContaining('19.1 MB of output'),
    });
  });

  test('no file descriptor of ours is open in a command', async () => {
    const { output } = await fixture.run(
      workspace,
      'ls -l /proc/self/fd | grep -v -e /dev/null -e "total 0"',
    );
    const names = output.split('\n').flatMap((line) => /(\d+) -> /.exec(line)?.[1] ?? []);
    expect(names).toEqual(['1', '2', '3']);
  });

  test('the arguments of a sandbox, which hold variables, are in no process list', async () => {
    const { output } = await fixture.run(workspace, 'cat /proc/*/cmdline | tr "\\0" " "', {
      env: { PASSWORD: 'hunter2' },
    });
    expect(output).not.toContain('hunter2');
  });
});
