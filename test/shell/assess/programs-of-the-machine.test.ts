import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTools } from '../../../src/faces/wiring/wiring.ts';
import type { Tools } from '../../../src/shell/ports/tools.ts';
import { assessTrees } from '../../../src/shell/assess/assess-trees.ts';
import { has, unless } from '../../support/needs.ts';
import { makeProject, type ScratchProject } from '../../support/scratch-project.ts';
import { openSession } from '../../../src/faces/wiring/session.ts';

const recorded = (name: string): Promise<string> =>
  readFile(new URL(`../../fixtures/security-reports/${name}`, import.meta.url), 'utf8');

/** Prints eslint's output: one finding in the first line of every file. */
const ESLINT = `const files = process.argv.filter((word) => word.endsWith('.js') && word.startsWith('./'));
const messages = [{ ruleId: 'own-rule', severity: 2, message: 'found by eslint', line: 1, column: 1 }];
console.log(JSON.stringify(files.map((file) => ({
  filePath: process.cwd() + file.slice(1), messages, errorCount: 1, warningCount: 0, fatalErrorCount: 0,
}))));
process.exit(1);
`;

const path = process.env['PATH'];
let project: ScratchProject;
const session = openSession();
let tools: Tools;
let folder: string;

/** Small programs of these names that print recorded output, for as long as the tests run. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hydra-programs-'));
  const bin = join(folder, 'bin');
  const share = join(folder, 'share');
  await mkdir(bin);
  await mkdir(share);
  const program = async (name: string, script: string): Promise<void> => {
    await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(bin, name), 0o755);
  };
  await writeFile(join(share, 'bandit.json'), await recorded('bandit.json'));
  await writeFile(join(share, 'cc.json'), await recorded('radon-cc.json'));
  await writeFile(join(share, 'mi.json'), await recorded('radon-mi.json'));
  await program('bandit', `cat ${share}/bandit.json; exit 1`);
  await program('radon', `cat ${share}/$1.json`);
  await program('ruff', 'echo this is no report; exit 2');
  await program('gosec', 'exit 0');
  process.env['PATH'] = `${bin}:${path}`;
  project = await makeProject({
    'README.md': '# x\n',
    'go.mod': 'module example.com/x\n',
    'eslint.config.js': 'export default [];\n',
    'node_modules/eslint/bin/eslint.js': ESLINT,
  });
  tools = await openTools(session, project.root);
});
afterAll(async () => {
  process.env['PATH'] = path;
  await session.close();
  await project.remove();
  await rm(folder, { recursive: true, force: true });
});

test.skipIf(!has.sandbox)(
  `programs on PATH are run in the sandbox and listed; one that gives no report is replaced or missing, with its reason${unless('sandbox')}`,
  async () => {
    const base = await tools.repository.resolveBase('main');
    const { tree } = await tools.repository.composeTree(base.tree, [
      { path: 'bad.py', mode: '100644', text: `import subprocess\n${'x = 1\n'.repeat(9)}` },
      { path: 'a.go', mode: '100644', text: 'package x\n' },
    ]);
    const { quality, security } = await assessTrees(tools, { base, tree, programs: true });
    const python = security.details.languages['python'];
    expect(python).toMatchObject({
      tools: ['bandit', expect.stringMatching(/^secretlint/)],
      high: 1,
      medium: 1,
    });
    expect(quality.details.languages['python']).toMatchObject({ mi: expect.closeTo(72.69, 1), cc: 4 });
    expect(quality.details.languages['python']?.tools).toEqual([
      expect.stringMatching(/^ruff .* \(bundled\)$/),
      'radon',
    ]);
    expect(quality.details.languages['python']?.reasons['ruff']).toContain('this is no report');
    expect(security.details.languages['go']).toMatchObject({ score: null });
    expect(security.details.languages['go']?.reasons['gosec']).toContain('gosec gave no report');
    expect(security.score).toBe(python?.score);
  },
);

test.skipIf(!has.sandbox)(
  `the repository's eslint judges a change, unless the change touches its configuration${unless('sandbox')}`,
  async () => {
    const base = await tools.repository.resolveBase('main');
    const assess = async (files: Readonly<Record<string, string>>) => {
      const changes = Object.entries(files).map(([at, text]) => ({ path: at, mode: '100644', text }));
      const { tree } = await tools.repository.composeTree(base.tree, changes);
      return (await assessTrees(tools, { base, tree, programs: true })).quality.details;
    };
    const change = { 'a.js': 'export const a = 1;\n' };
    const own = await assess(change);
    expect(own.findings).toMatchObject([{ rule: 'own-rule', path: 'a.js', line: 1 }]);
    expect(own.languages['javascript']?.tools).toEqual(["eslint (the repository's)", 'syntax tree']);
    const touched = await assess({ ...change, 'eslint.config.js': 'export default [{}];\n' });
    expect(touched.languages['javascript']?.tools[0]).toMatch(/^oxlint .* \(bundled\)$/);
    expect(touched.languages['javascript']?.reasons["eslint (the repository's)"]).toContain(
      'eslint.config.js',
    );
  },
);
