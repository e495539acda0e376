import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseIsolation } from '../../../../../src/shell/adapters/workspaces/isolation/choose-isolation.ts';
import { containerArguments } from '../../../../../src/shell/adapters/workspaces/container/container-arguments.ts';
import {
  exploreMachine,
  findLaunchParts,
} from '../../../../../src/shell/adapters/workspaces/isolation/explore-machine.ts';
import { usualLimits } from '../../../../../src/shell/adapters/workspaces/limits/job-limits.ts';
import type { Machine, Sandbox } from '../../../../../src/shell/adapters/workspaces/isolation/machine.ts';
import { findSecrets } from '../../../../../src/shell/adapters/workspaces/host/find-secrets.ts';
import { ownerMark } from '../../../../../src/shell/adapters/workspaces/host/owner-mark.ts';
import { probeIsolation } from '../../../../../src/shell/adapters/workspaces/isolation/probe-isolation.ts';
import type { Workspace, Workspaces } from '../../../../../src/shell/ports/workspaces.ts';
import { inContainers, realEngine, TEST_IMAGE } from '../../../../container/test-engine.ts';
import { has, unless } from '../../../../support/needs.ts';
import { type Fixture, makeFixture } from '../workspace-fixture.ts';

const allCommandLines = (): string =>
  readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return '';
      }
    })
    .join('\n');

const running = (mark: string): number =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(`sleep\0${mark}`);
    } catch {
      return false;
    }
  }).length;

const until = async (condition: () => boolean): Promise<boolean> => {
  for (let tries = 0; tries < 3000; tries += 1) {
    if (condition()) return true;
    await sleep(100);
  }
  return false;
};

describe.skipIf(realEngine === null && !has.sandbox)(`containers${unless('sandbox')}`, () => {
  let fixture: Fixture;
  let machine: Machine;
  let workspaces: Workspaces;
  let workspace: Workspace;

  beforeAll(async () => {
    fixture = await makeFixture('container');
    const commit = fixture.commit('echo one > one.txt');
    machine = await exploreMachine(fixture.options());
    workspaces = await fixture.open();
    const base = await workspaces.prepareBase(commit, null, join(fixture.folder, 'install.log'));
    workspace = await workspaces.create(base, []);
  });
  afterAll(async () => {
    await workspace.dispose();
    await fixture.remove();
  });

  test('the level shows its name, with the engine and the image by digest', () => {
    expect(workspaces.isolation.level).toBe('container');
    expect(workspaces.isolation.detail).toMatch(
      /^(podman|docker) \S+, image localhost\/hydra-tests:1 \([0-9a-f]{12}\)/,
    );
  });

  test('every escape that doctor tries is blocked', async () => {
    const findings = await probeIsolation({ ...inContainers(), cacheDir: join(fixture.folder, 'probe') });
    // A stand-in lacks the system call filter with which engines forbid new namespaces.
    const tried = findings.filter(({ what }) => realEngine !== null || !what.includes('namespace'));
    expect(tried.filter(({ ok }) => !ok)).toEqual([]);
    expect(findings.length).toBeGreaterThan(10);
    expect(findings[0]?.detail).toMatch(/^container: /);
  });

  test('variables arrive unchanged, whatever they contain, and are in no process list', async () => {
    const env = {
      QUOTES: `it's "so" \`id\` $(id) $HOME \\n`,
      LINES: 'one\ngo\n\nthree\n',
      EMPTY: '',
      UNICODE: 'ä\u{1F419}',
      PASSWORD: ['hunter', process.pid].join('-'),
    };
    const command = `printf '%s|' "$QUOTES" "$LINES" "$EMPTY" "$UNICODE" "$PASSWORD" | od -An -tx1 | tr -d ' \\n'; cat /proc/*/cmdline`;
    const reports = join(fixture.folder, 'report');
    const wait = `touch "$HYDRA_REPORT_DIR/here"; until test -e "$HYDRA_REPORT_DIR/seen"; do sleep 0.1; done`;
    const ending = fixture.run(workspace, `${command}; ${wait}`, { env });
    expect(await until(() => existsSync(join(reports, 'here')))).toBe(true);
    const list = allCommandLines();
    writeFileSync(join(reports, 'seen'), '');
    const { output } = await ending;
    const { QUOTES, LINES, EMPTY, UNICODE, PASSWORD } = env;
    const expected = Buffer.from(`${[QUOTES, LINES, EMPTY, UNICODE, PASSWORD].join('|')}|`).toString('hex');
    expect(output.startsWith(expected)).toBe(true);
    expect(output).not.toContain(PASSWORD);
    expect(list).not.toContain(PASSWORD);
  });

  test('the user is not root, has a name, and owns the workspace alone', async () => {
    const { output } = await fixture.run(
      workspace,
      'id -un; id -u; pwd; echo "$HOME" "$TMPDIR"; touch x ~/x /tmp/x "$HYDRA_REPORT_DIR/x" && echo writes; touch /x /usr/x "$HYDRA_REPORTERS/x" 2>/dev/null || echo refused; git status --short',
    );
    const [name, id, ...rest] = output.trimEnd().split('\n');
    expect(name).toBe('hydra');
    expect(Number(id)).toBe(machine.sandbox.container?.user.uid);
    expect(Number(id)).toBeGreaterThan(0);
    expect(rest).toEqual(['/workspace', '/home/hydra /tmp', 'writes', 'refused', '?? x']);
  });

  test.each([124, 125, 126, 127, 128, 224])('a command may exit with %i, as an engine does', async (code) => {
    const { ran } = await fixture.run(workspace, `exit ${code}`);
    expect(ran).toMatchObject({ status: 'exited', exitCode: code });
  });

  test('a failing engine is not a failing command', async () => {
    const { container } = machine.sandbox;
    if (container === null) throw new Error('no container');
    const options = { ...fixture.options(), container: { pull: false } };
    const gone = await exploreMachine(options).catch((error: unknown) => String(error));
    expect(gone).toMatch(/sets no image/);
    const { ran } = await fixture.run(workspace, 'true', {
      reportDir: join(fixture.folder, 'logs', '1.log'),
    });
    expect(ran.status).toBe('not-started');
  });

  test('leftovers of a killed process are removed at the next start, and nothing of living ones', async () => {
    const { container } = machine.sandbox;
    if (container === null) throw new Error('no container');
    const { engine } = container;
    const marks = { dead: `41${process.pid}`, living: `42${process.pid}` };
    const [host] = ownerMark.split('-');
    const dead = spawn('true');
    await new Promise((resolve) => dead.once('close', resolve));
    const clients = Object.entries(marks).map(([who, mark]) => {
      const owner = who === 'dead' ? `${host}-${dead.pid}` : ownerMark;
      const args = containerArguments({
        name: `hydra-${owner}-${'0'.repeat(16)}`,
        container,
        network: false,
        seccompFile: null,
        writable: [],
        readable: [],
        command: `sleep ${mark}`,
        limits: usualLimits(),
        joined: true,
        timeoutMs: 60_000,
      }).map((word) => (word === '/workspace' ? '/' : word));
      const client = spawn(engine.program, args, {
        env: { ...engine.environment },
        stdio: ['pipe', 'ignore', 'inherit'],
      });
      client.stdin.write('go\n');
      return client;
    });
    expect(await until(() => running(marks.dead) === 1 && running(marks.living) === 1)).toBe(true);
    await fixture.open();
    expect(await until(() => running(marks.dead) === 0)).toBe(true);
    expect(running(marks.living)).toBe(1);
    for (const client of clients) client.stdin.end();
    expect(await until(() => running(marks.living) === 0)).toBe(true);
  });
});

describe.skipIf(realEngine === null && !has.sandbox)(`choice of the sandbox${unless('sandbox')}`, () => {
  let fixture: Fixture;
  const inImage = (image: string | undefined, pull = false) => ({
    ...inContainers(),
    container: {
      ...inContainers().container,
      pull,
      ...(image === undefined ? { image: undefined } : { image }),
    },
  });
  const without = async (more: object): Promise<Sandbox> => {
    const options = fixture.options({ ...more, isolation: 'auto' });
    const parts = await findLaunchParts(options, await findSecrets(options));
    const programs = { ...parts.programs, bubblewrap: null };
    const scratchDir = join(fixture.cacheDir, 'scratch');
    return (await chooseIsolation({ ...parts, programs }, { ...options, hidden: [], scratchDir })).sandbox;
  };
  beforeAll(async () => {
    fixture = await makeFixture('degraded');
    await mkdir(fixture.cacheDir, { recursive: true });
  });
  afterAll(() => fixture.remove());

  test('without bubblewrap a container, if there is an engine and an image', async () => {
    expect((await without(inImage(TEST_IMAGE))).isolation.level).toBe('container');
  });

  test.each([
    ['no image is specified', undefined, false, /answers, but hydra\.toml sets no image/],
    [
      'the image is not here',
      'localhost/none:1',
      false,
      /is not here: (podman|docker) pull localhost\/none:1$/,
    ],
    ['it cannot be fetched', 'localhost/none:1', true, /could not be fetched: try (podman|docker) pull/],
  ])('degraded, with the reason, if %s', async (_, image, pull, reason) => {
    const { isolation } = await without(inImage(image, pull));
    expect(isolation.level).toBe('degraded');
    expect(isolation.detail).toMatch(/^bubblewrap is not installed/);
    expect(isolation.detail).toMatch(reason);
  });

  test('an explicitly required sandbox is used or refused, never replaced', async () => {
    await expect(fixture.open(inImage('localhost/none:1'))).rejects.toThrow(
      /^\[sandbox\] mode = "container" is not available: no container: the image localhost\/none:1 is not here/,
    );
    const environment = { PATH: fixture.folder, DOCKER_HOST: 'unix:///nonexistent' };
    const asked = { isolation: 'container', container: { engine: 'docker', pull: false } } as const;
    await expect(fixture.open({ ...asked, host: { environment, home: '/' } })).rejects.toThrow(
      /docker (is not installed|does not answer)/,
    );
  });

  test('bubblewrap comes first', async () => {
    if (!has.sandbox) return;
    const opened = await fixture.open({ ...inContainers(), isolation: 'auto' });
    expect(opened.isolation.level).toBe('sandboxed');
  });
});
