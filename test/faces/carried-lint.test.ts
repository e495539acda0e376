import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import { runHydra } from '../support/run-hydra.ts';
import { makeProject, type ScratchProject } from '../support/scratch-project.ts';

/** Reports the trees in its cache, and adds the one it has seen. */
const ESLINT = `#!/bin/sh
echo "in the cache: $(cat "$HYDRA_REPORT_DIR/eslint.cache" 2>/dev/null)."
echo '[{"filePath":"/workspace/a.js","messages":[],"errorCount":0,"warningCount":0}]' > "$HYDRA_REPORT_DIR/lint.json"
cat a > "$HYDRA_REPORT_DIR/eslint.cache"
`;

describe.skipIf(!has.sandbox)(`the eslint cache of the base${unless('sandbox')}`, () => {
  let project: ScratchProject;
  const logOf = async (candidate: string): Promise<string> => {
    const words = ['show', 'latest', '--candidate', candidate, '--log', 'lint'];
    return (await runHydra(words, { cwd: project.root })).stdout;
  };

  beforeAll(async () => {
    project = await makeProject({
      'package.json': JSON.stringify({
        scripts: { lint: 'eslint .' },
        devDependencies: { eslint: '^9.0.0' },
      }),
      '.eslintrc.yml': 'root: true\n',
      'hydra.toml': '[scoring.commands]\ninstall = false\nbuild = false\ntest = false\n',
      'node_modules/.bin/eslint': ESLINT,
      a: 'the base',
    });
    await chmod(join(project.root, 'node_modules/.bin/eslint'), 0o755);
    await project.git('add', '--all', '--force');
    await project.git('commit', '--quiet', '--message', 'executable');
    await project.patch('one', { a: 'candidate one' });
    await project.patch('two', { a: 'candidate two' });
    const words = ['evaluate', '--base', 'main', '--candidates', project.patches, '--jobs', '1', '--json'];
    const { code, stderr } = await runHydra(words, { cwd: project.root });
    expect(code, stderr).not.toBe(2);
  });
  afterAll(() => project.remove());

  test('is empty at first, and reaches every candidate', async () => {
    expect(await logOf('baseline')).toContain('in the cache: .');
    for (const name of ['one', 'two']) expect(await logOf(name)).toContain('in the cache: the base.');
  });
});
