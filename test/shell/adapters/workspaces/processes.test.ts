import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { childProgram } from '../../../support/child-program.ts';
import { has, unless } from '../../../support/needs.ts';
import { ORDINARY_USER } from '../../../support/ordinary-user.ts';
import { realEngine } from '../../../container/test-engine.ts';
import { type Fixture, makeFixture } from './workspace-fixture.ts';
import type { Scenario } from './scenario.ts';

const SCENARIO = childProgram(new URL('scenario.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;

const start = (
  scenario: Scenario,
  prefix: readonly string[] = [],
  home = process.env['HOME'] ?? '',
): ChildProcess => {
  const [file = '', ...args] = [...prefix, process.execPath, SCENARIO, JSON.stringify(scenario)];
  return spawn(file, args, {
    env: { ...process.env, HOME: home, TMPDIR: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
};

const finish = async (child: ChildProcess): Promise<Record<string, unknown>> => {
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  return JSON.parse(text) as Record<string, unknown>;
};

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

const modes = has.sandbox ? (['auto', 'container', 'degraded'] as const) : (['degraded'] as const);
if (!has.sandbox) test.skip(`processes in a sandbox${unless('sandbox')}`);

describe.each(modes)('processes: %s', (isolation) => {
  let fixture: Fixture;
  let scenario: Scenario;
  beforeAll(async () => {
    fixture = await makeFixture(isolation);
    const commit = fixture.commit('echo one > one.txt; mkdir deep; echo d > deep/d');
    const path = fixture.options().host?.environment['PATH'] ?? process.env['PATH'];
    const { readBlobs: _, ...options } = fixture.options({
      host: { environment: { PATH: path, DOCKER_HOST: process.env['DOCKER_HOST'] }, home: '/nonexistent' },
    });
    const folder = join(fixture.folder, 'scenario');
    scenario = { options, folder, commit, install: null, changes: [], blobs: {}, command: 'cat one.txt' };
  });
  afterAll(() => fixture.remove());

  test('a coordinator that is killed leaves no process, and the next one removes its workspace', async () => {
    const mark = `33${process.pid}${isolation.length}`;
    const child = start({ ...scenario, command: `sleep ${mark}1 & sleep ${mark}2` });
    expect(await until(() => running(mark) === 2)).toBe(true);
    child.kill('SIGKILL');
    expect(await until(() => running(mark) === 0)).toBe(true);
    const scratch = join(fixture.cacheDir, 'scratch');
    expect(readdirSync(scratch)).toHaveLength(1);
    await fixture.open();
    expect(readdirSync(scratch)).toEqual([]);
  });

  test('two coordinators share one installation', async () => {
    const install = 'sleep 0.5; echo dep > dep';
    const both = [1, 2].map((n) =>
      finish(start({ ...scenario, install, folder: join(fixture.folder, `two${n}`), command: 'cat dep' })),
    );
    const results = await Promise.all(both);
    expect(results.map(({ output }) => output)).toEqual(['dep\n', 'dep\n']);
    const reused = results.map(({ installed }) => (installed as { reused: boolean }).reused);
    expect(reused.sort()).toEqual([false, true]);
  });

  test('a folder that our own parent left open does not reach a command', async () => {
    const leaked = openSync('/', 'r');
    const stdio: (number | 'ignore' | 'pipe' | 'inherit')[] = ['ignore', 'pipe', 'inherit'];
    while (stdio.length < 40) stdio.push('ignore');
    stdio.push(leaked);
    const command = 'ls -l /proc/self/fd | grep -c -e "-> /$"; ls /proc/self/fd/40/';
    const args = [SCENARIO, JSON.stringify({ ...scenario, command })];
    const { output } = await finish(spawn(process.execPath, args, { stdio }));
    closeSync(leaked);
    expect(String(output)).toMatch(/^0\nls: [^\n]*\n$/);
  });

  test.runIf(isRoot && (isolation !== 'container' || realEngine === null))(
    'an ordinary user has all of these abilities',
    async () => {
      const home = join(fixture.folder, 'nobody');
      mkdirSync(home);
      chownSync(home, ORDINARY_USER.uid, ORDINARY_USER.gid);
      execFileSync('chmod', ['755', fixture.folder]);
      const result = await finish(
        start(
          {
            ...scenario,
            options: { ...scenario.options, cacheDir: join(home, 'cache') },
            folder: join(home, 'scenario'),
            install: 'mkdir node_modules; echo dep > node_modules/dep; echo h > ~/h',
            changes: [
              { path: 'deep/d', mode: '000000', blob: null },
              { path: 'new/file', mode: '100755', blob: 'b' },
            ],
            blobs: { b: '#!/bin/sh\necho candidate\n' },
            command:
              'id -u; cat one.txt node_modules/dep ~/h; ./new/file; ls -d deep 2>/dev/null; mkdir x; chmod 000 x; kill -TERM $$',
          },
          ['setpriv', `--reuid=${ORDINARY_USER.uid}`, `--regid=${ORDINARY_USER.gid}`, '--clear-groups'],
          home,
        ),
      );
      expect(result['ran']).toMatchObject({ status: 'killed', signal: 'SIGTERM' });
      const user = isolation === 'auto' ? '1000' : String(ORDINARY_USER.uid);
      expect(String(result['output']).replace(/^Terminated\n/m, '')).toBe(
        `${user}\none\ndep\nh\ncandidate\n`,
      );
      expect(readdirSync(join(home, 'cache', 'scratch'))).toEqual([]);
      expect(existsSync(join(home, 'cache', 'layers'))).toBe(true);
    },
  );
});
