import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import { REPORTERS } from './run-reporter.ts';

/** A wheel of one file. */
const PUBLISH = `
import sys, zipfile
folder, name, version, path, text = sys.argv[1:]
about = '%s-%s.dist-info/' % (name, version)
texts = {
    path: text,
    about + 'METADATA': 'Metadata-Version: 2.1\\nName: %s\\nVersion: %s\\n' % (name, version),
    about + 'WHEEL': 'Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n',
}
texts[about + 'RECORD'] = ''.join('%s,,\\n' % one for one in [*texts, about + 'RECORD'])
with zipfile.ZipFile('%s/%s-%s-py3-none-any.whl' % (folder, name, version), 'w') as wheel:
    for one, content in texts.items(): wheel.writestr(one, content)
`;
const SERVE = `
import functools, http.server, sys
handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=sys.argv[1])
server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), handler)
print(server.server_address[1], flush=True)
server.serve_forever()
`;

let home: string;
let server: ChildProcess;
let port: string;

const publish = (name: string, version: string, uploaded: string, path: string, text: string): string => {
  spawnSync('python3', ['-c', PUBLISH, join(home, 'files'), name, version, path, text]);
  const file = `${name}-${version}-py3-none-any.whl`;
  return `<a href="/files/${file}" data-upload-time="${uploaded}T10:00:00Z">${file}</a>\n`;
};

/** `timed`: an index that reports when files were uploaded. */
const list = (name: string, links: readonly string[]): void => {
  for (const [folder, page] of [
    ['timed', links.join('')],
    ['plain', links.join('').replaceAll(/ data-upload-time="[^"]*"/g, '')],
  ] as const) {
    mkdirSync(join(home, folder, name), { recursive: true });
    writeFileSync(join(home, folder, name, 'index.html'), page);
  }
};

const TESTS = 'from helper import old_name\n\ndef test_name():\n    assert old_name() == 1\n';

/** A project of that day whose tests use a name that the newest helper no longer has. */
const installIn = (index: 'timed' | 'plain', day: string) => {
  const work = mkdtempSync(join(home, 'work-'));
  writeFileSync(join(work, 'requirements.txt'), 'helper\npytest\n');
  writeFileSync(join(work, 'test_it.py'), TESTS);
  const date = `${day}T12:00:00Z`;
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
    PIP_INDEX_URL: `http://127.0.0.1:${port}/${index}`,
    PIP_CONFIG_FILE: '/dev/null',
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
  };
  const run = (program: string, ...words: string[]) =>
    spawnSync(program, words, { cwd: work, env, encoding: 'utf8' });
  run('git', 'init', '--quiet');
  run('git', 'add', '--all');
  run('git', '-c', 'user.name=t', '-c', 'user.email=t@example.invalid', 'commit', '--quiet', '-m', 'x');
  // A copy: making one takes seconds. Programs of it other than Python belong to the original.
  cpSync(join(home, 'venv'), join(work, '.venv'), { recursive: true, verbatimSymlinks: true });
  const installed = run('.venv/bin/python', join(REPORTERS, 'hydra_install.py'), '-r', 'requirements.txt');
  const asked = run('.venv/bin/python', '-c', 'import importlib.metadata as m; print(m.version("helper"))');
  return {
    code: installed.status,
    helper: asked.stdout.trim(),
    log: installed.stdout,
    tests: run('.venv/bin/python', '-m', 'pytest', '-q').status,
    leftBehind: readdirSync(work).filter((name) => name.startsWith('.venv.')),
  };
};

const canRun = has.python && has.pytest;

describe.skipIf(!canRun)(`packages of the commit's day${unless('pytest')}`, () => {
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'hydra-dated-'));
    mkdirSync(join(home, 'files'));
    list('helper', [
      publish('helper', '1', '2019-05-01', 'helper.py', 'def old_name():\n    return 1\n'),
      publish('helper', '2', '2024-05-01', 'helper.py', 'def new_name():\n    return 1\n'),
    ]);
    // The installed pytest, by a path file.
    const where = 'import os, pytest; print(os.path.dirname(os.path.dirname(pytest.__file__)))';
    const at = spawnSync('python3', ['-c', where], { encoding: 'utf8' }).stdout;
    list('pytest', [publish('pytest', '6', '2018-01-01', 'pytest-installed.pth', at)]);
    spawnSync('python3', ['-m', 'venv', join(home, 'venv')]);
    server = spawn('python3', ['-c', SERVE, home], { stdio: ['ignore', 'pipe', 'ignore'] });
    port = await new Promise<string>((resolve) =>
      server.stdout!.once('data', (data: Buffer) => resolve(data.toString().trim())),
    );
  });
  afterAll(() => {
    server.kill();
    rmSync(home, { recursive: true, force: true });
  });

  test('are installed if tests of an old commit cannot be loaded with those of today', () => {
    const { log, ...made } = installIn('timed', '2020-11-15');
    expect(made).toEqual({ code: 0, helper: '1', tests: 0, leftBehind: [] });
    expect(log).toMatch(
      /^hydra: its tests cannot be loaded with the packages of today \(ImportError: cannot import name 'old_name' from 'helper'\), so those of 2020-11-15 are installed$/m,
    );
  });

  test('are not if the index does not report when files were uploaded', () => {
    const { log, ...made } = installIn('plain', '2020-11-15');
    expect(made).toMatchObject({ code: 0, helper: '2', leftBehind: [] });
    expect(log).toMatch(/^hydra-not-dated: /m);
  });

  test('are not tried for a commit of the last year', () => {
    const recent = new Date(Date.now() - 30 * 24 * 3600 * 1000).toISOString().slice(0, 10);
    const { log, ...made } = installIn('timed', recent);
    expect(made).toMatchObject({ code: 0, helper: '2', leftBehind: [] });
    expect(log).not.toContain('hydra-dated');
  });

  test('are not tried if the tests can be loaded', () => {
    list('helper', [publish('helper', '3', '2025-01-01', 'helper.py', 'def old_name():\n    return 1\n')]);
    const { log, ...made } = installIn('timed', '2020-11-15');
    expect(made).toMatchObject({ helper: '3', tests: 0 });
    expect(log).not.toContain('hydra-dated');
  });
});
