import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readLeftOut } from '../../src/core/analyse/base/read-left-out.ts';
import { has, unless } from '../support/needs.ts';
import { REPORTERS } from './run-reporter.ts';

/** Writes `name-version` as a wheel that needs others, for pytest too, or as a source archive that does not build. */
const PUBLISH = `
import io, sys, tarfile, zipfile
folder, name, version, kind, *needs = sys.argv[1:]
if kind != 'broken':
    about = '%s-%s.dist-info/' % (name, version)
    texts = {
        name + '.py': '',
        about + 'METADATA': 'Metadata-Version: 2.1\\nName: %s\\nVersion: %s\\n%s' % (name, version, ''.join('Requires-Dist: %s\\n' % one for one in needs)),
        about + 'WHEEL': 'Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n',
    }
    if kind == 'for pytest':
        texts[about + 'entry_points.txt'] = '[pytest11]\\n%s = %s\\n' % (name, name)
        texts[name + '.py'] = 'def pytest_collection_modifyitems(items, %s): pass\\n' % ('config' if version == '1' else 'gone')
    texts[about + 'RECORD'] = ''.join('%s,,\\n' % path for path in [*texts, about + 'RECORD'])
    with zipfile.ZipFile('%s/%s-%s-py3-none-any.whl' % (folder, name, version), 'w') as wheel:
        for path, text in texts.items(): wheel.writestr(path, text)
else:
    texts = {
        'pyproject.toml': '[build-system]\\nrequires = []\\nbuild-backend = "backend"\\nbackend-path = ["."]\\n',
        'backend.py': 'def build_wheel(*_): raise OSError("longintrepr.h is missing")\\n',
        'PKG-INFO': 'Metadata-Version: 2.1\\nName: %s\\nVersion: %s\\n' % (name, version),
    }
    with tarfile.open('%s/%s-%s.tar.gz' % (folder, name, version), 'w:gz') as archive:
        for path, text in texts.items():
            info = tarfile.TarInfo('%s-%s/%s' % (name, version, path))
            info.size = len(text)
            archive.addfile(info, io.BytesIO(text.encode()))
`;

/** Builds an editable wheel by hand, so that no build tool has to be downloaded. */
const BACKEND = `
import os, zipfile
def build_editable(folder, settings=None, metadata=None):
    needs = open('needs.txt').read()
    about = 'sample-1.dist-info/'
    texts = {
        'sample.pth': os.getcwd(),
        about + 'METADATA': 'Metadata-Version: 2.1\\nName: sample\\nVersion: 1\\n' + needs,
        about + 'WHEEL': 'Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n',
    }
    texts[about + 'RECORD'] = ''.join('%s,,\\n' % path for path in [*texts, about + 'RECORD'])
    with zipfile.ZipFile(os.path.join(folder, 'sample-1-py3-none-any.whl'), 'w') as wheel:
        for path, text in texts.items(): wheel.writestr(path, text)
    return 'sample-1-py3-none-any.whl'
build_wheel = build_editable
`;
const PROJECT = '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n';

let home: string;
let index: string;
let python: string;
let packages: string;
let work: string;

type Kind = 'wheel' | 'for pytest' | 'broken';

const publish = (name: string, version: string, kind: Kind, ...needs: string[]): void => {
  const made = spawnSync('python3', ['-c', PUBLISH, index, name, version, kind, ...needs], {
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(made.stderr);
};

const write = (files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(work, path)), { recursive: true });
    writeFileSync(join(work, path), text);
  }
};

/** Folders of our packages in the environment; pip itself would take a second for the list. */
const ours = (): readonly string[] =>
  readdirSync(packages).filter((name) => /^(?:good|old|plugin|needy|sample)\b/.test(name));

const install = (...words: string[]) => {
  const ran = spawnSync(python, [join(REPORTERS, 'hydra_install.py'), ...words], {
    cwd: work,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      PIP_NO_INDEX: '1',
      PIP_FIND_LINKS: index,
      PIP_DISABLE_PIP_VERSION_CHECK: '1',
      PIP_CONFIG_FILE: '/dev/null',
    },
    encoding: 'utf8',
  });
  const present = ours()
    .flatMap((name) => /^(.+)-(\d+)\.dist-info$/.exec(name)?.slice(1).join('==') ?? [])
    .sort();
  return { code: ran.status, present, log: ran.stdout, leftOut: readLeftOut(ran.stdout) };
};

describe.skipIf(!has.python)(`what a Python project asks for is installed${unless('python')}`, () => {
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'hydra-install-test-'));
    index = join(home, 'index');
    mkdirSync(index);
    publish('good', '1', 'wheel');
    publish('good', '2', 'wheel');
    publish('plugin', '1', 'wheel', 'good>=1');
    publish('old', '1', 'broken');
    publish('old', '2', 'wheel');
    publish('needy', '1', 'wheel', 'absent>=1');
    spawnSync('python3', ['-m', 'venv', join(home, 'venv')]);
    python = join(home, 'venv', 'bin', 'python');
    const where = ['-c', 'import sysconfig; print(sysconfig.get_paths()["purelib"])'];
    packages = spawnSync(python, where, { encoding: 'utf8' }).stdout.trim();
  });
  beforeEach(() => {
    work = mkdtempSync(join(home, 'work-'));
    for (const name of ours()) rmSync(join(packages, name), { recursive: true });
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  test('all of it, in one attempt, if nothing fails', () => {
    write({ 'requirements.txt': 'good==1  # why\n-r more/dev.txt\n', 'more/dev.txt': 'plugin \\\n  ==1\n' });
    const { code, present, log, leftOut } = install('-r', 'requirements.txt');
    expect([code, present, leftOut]).toEqual([0, ['good==1', 'plugin==1'], []]);
    expect(log.match(/^\+ pip/gm)).toHaveLength(1);
    expect(readdirSync(work).sort()).toEqual(['more', 'requirements.txt']);
  });

  test('the rest, without what has no release, cannot be fetched, or needs something absent', () => {
    write({
      'requirements.txt': 'absent\ngood==1\nneedy\nwhy @ git+file://localhost/nowhere/all.git\n',
      'dev.txt': 'plugin\n',
    });
    const { code, present, leftOut } = install('-r', 'requirements.txt', '-r', 'dev.txt');
    expect([code, present]).toEqual([0, ['good==1', 'plugin==1']]);
    expect(leftOut.map(({ requirement, from, instead }) => [requirement, from, instead]).sort()).toEqual([
      ['absent', 'requirements.txt', null],
      ['needy', 'requirements.txt', null],
      ['why @ git+file://localhost/nowhere/all.git', 'requirements.txt', null],
    ]);
    const reasons = Object.fromEntries(
      leftOut.map(({ requirement, reason }) => [requirement.split(' ')[0], reason]),
    );
    expect(reasons['absent']).toBe('the index has no release of it');
    expect(reasons['why']).toBe('its repository or commit could not be fetched');
  });

  test('a pin that does not build gives way to a newer release; a lower bound that nothing meets does not', () => {
    write({ 'requirements.txt': 'old==1\ngood>=9\nplugin\n' });
    const { present, leftOut } = install('-r', 'requirements.txt');
    expect(present).toEqual(['good==2', 'old==2', 'plugin==1']);
    expect(leftOut).toEqual([
      {
        requirement: 'old==1',
        from: 'requirements.txt',
        reason: expect.stringMatching(/^it does not build on Python 3\.\d+: .*longintrepr\.h is missing/),
        instead: 'old>=1',
      },
      expect.objectContaining({ requirement: 'good>=9', instead: null }),
    ]);
  });

  test('the project stays even if one of its extras cannot be installed', () => {
    write({
      'pyproject.toml': PROJECT,
      'backend.py': BACKEND,
      'needs.txt': `Requires-Dist: good\nProvides-Extra: test\nProvides-Extra: dev\nRequires-Dist: sample[test] ; extra == 'dev'\nRequires-Dist: plugin ; (python_version >= "3") and extra == "test"\nRequires-Dist: absent ; extra == "test"\nRequires-Dist: old==1 ; extra == "docs"\n`,
    });
    const { code, present, leftOut } = install('-e', '.[dev]');
    expect([code, present.map((line) => line.split('=')[0])]).toEqual([0, ['good', 'plugin', 'sample']]);
    expect(leftOut.map(({ requirement, from }) => [requirement.split(' ')[0], from])).toEqual([
      ['absent', 'the extra test'],
    ]);
  });

  test('a requirement of the project itself that cannot be installed is an error', () => {
    write({
      'pyproject.toml': PROJECT,
      'backend.py': BACKEND,
      'needs.txt': `Requires-Dist: absent\nProvides-Extra: test\nRequires-Dist: good ; extra == "test"\n`,
    });
    const { code, log } = install('-e', '.[test]');
    expect(code).toBe(1);
    expect(log).toContain('hydra: the project cannot be installed with what it requires');
  });

  test.skipIf(!has.pytest)(`but no plugin that pytest cannot load${unless('pytest')}`, () => {
    publish('sample', '1', 'for pytest');
    publish('sample', '2', 'for pytest');
    const where = ['-c', 'import pytest; print(pytest.__path__[0] + "/..")'];
    const found = spawnSync('python3', where, { encoding: 'utf8' }).stdout;
    const link = join(packages, 'pytest.pth');
    writeFileSync(link, found);
    expect(install('sample==1', 'good')).toMatchObject({ present: ['good==2', 'sample==1'], leftOut: [] });
    expect(install('sample==2', 'good')).toMatchObject({
      code: 0,
      present: ['good==2'],
      leftOut: [{ requirement: 'sample', reason: expect.stringMatching(/^pytest cannot load it: .*gone/) }],
    });
    rmSync(link);
  });

  test('nothing of a list without a project is an error too', () => {
    write({ 'requirements.txt': 'absent\nthis is no requirement\n' });
    expect(install('-r', 'requirements.txt').code).toBe(1);
  });

  test('groups of pyproject.toml, with those that they include', () => {
    write({
      'pyproject.toml':
        '[dependency-groups]\ndev = ["plugin", {include-group = "more_tests"}]\nmore-tests = ["good==1", "absent"]\n',
    });
    const { code, present, leftOut } = install('--group', 'dev');
    expect([code, present]).toEqual([0, ['good==1', 'plugin==1']]);
    expect(leftOut).toEqual([
      expect.objectContaining({ requirement: 'absent', from: 'the group more-tests' }),
    ]);
  });

  test('versions of a lockfile hold, except those that do not fit', () => {
    write({
      'requirements.txt': 'plugin\nold\n',
      'uv.lock':
        'version = 1\n[[package]]\nname = "good"\nversion = "1"\nsource = { registry = "x" }\n[[package]]\nname = "old"\nversion = "1"\nsource = { registry = "x" }\n[[package]]\nname = "plugin"\nversion = "9"\nsource = { editable = "." }\n',
    });
    const { code, present, leftOut } = install('--lock', 'uv.lock', '-r', 'requirements.txt');
    expect([code, present]).toEqual([0, ['good==1', 'old==2', 'plugin==1']]);
    expect(leftOut).toEqual([
      expect.objectContaining({ requirement: 'old==1', from: 'uv.lock', instead: 'any version' }),
    ]);
  });

  test('constraints hold, and a password in an address is not shown', () => {
    write({
      'constraints.txt': 'good==1\n',
      'requirements.txt': 'plugin\nwhy @ git+file://me:secret@localhost/x.git\n',
    });
    const { present, log, leftOut } = install('-c', 'constraints.txt', '-r', 'requirements.txt');
    expect(present).toEqual(['good==1', 'plugin==1']);
    expect(leftOut.map(({ requirement }) => requirement)).toEqual(['why @ git+file://...@localhost/x.git']);
    expect(log).toContain('hydra-left-out');
  });
});
