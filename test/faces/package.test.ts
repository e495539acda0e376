import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const checkout = fileURLToPath(new URL('../..', import.meta.url));
const from = (path: string): string => join(checkout, path);

let folder: string;
const at = (path: string): string => join(folder, path);

/** As npm would install it: the packed files and declared dependencies, but no development files. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hydra-package-'));
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: checkout });
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  await mkdir(at('node_modules/hydra-verdict'), { recursive: true });
  await run('tar', ['-xzf', at(filename), '-C', at('node_modules/hydra-verdict'), '--strip-components=1']);
  const { dependencies } = JSON.parse(await readFile(from('package.json'), 'utf8')) as {
    dependencies: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys(dependencies)) {
    await mkdir(dirname(at(`node_modules/${name}`)), { recursive: true });
    await symlink(from(`node_modules/${name}`), at(`node_modules/${name}`));
  }
  await writeFile(at('package.json'), '{ "type": "module" }\n');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const hydra = (...words: readonly string[]) =>
  run(process.execPath, [at('node_modules/hydra-verdict/dist/faces/cli/main.js'), ...words], { cwd: folder });

test('the command starts, and so do the processes that it starts', async () => {
  await mkdir(at('shop'));
  await writeFile(at('shop/sum.js'), 'export const sum = (a, b) => a + b;\n');
  await run('git', ['init', '-q', at('shop')]);
  const { stdout } = await hydra('brief', '--repo', at('shop'), '--json');
  expect(JSON.parse(stdout)).toMatchObject({ languages: [{ files: 1 }] });
  await expect(hydra('bench', 'list')).resolves.toMatchObject({ stderr: '' });
});

test('licences of included software come with it', async () => {
  const licences = await readFile(at('node_modules/hydra-verdict/dist/app/LICENCES.txt'), 'utf8');
  expect(licences).toMatch(/^smol-toml$[^]*^zod$/m);
});

test('the library is there with its types', async () => {
  await writeFile(
    at('use.ts'),
    `import { evaluate, replay, tournamentSelect } from 'hydra-verdict';
const said: readonly string[] = [evaluate, replay, tournamentSelect].map((one) => typeof one);
console.log(said.join(' '));
// @ts-expect-error a number is no list of scorecards
tournamentSelect(1);
`,
  );
  const compilerOptions = {
    strict: true,
    module: 'nodenext',
    target: 'es2023',
    types: ['node'],
    skipLibCheck: true,
  };
  await symlink(from('node_modules/@types'), at('node_modules/@types'));
  await writeFile(at('tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
  await run(from('node_modules/.bin/tsc'), ['-p', folder]);
  await expect(run(process.execPath, [at('use.js')])).rejects.toMatchObject({
    stdout: 'function function function\n',
  });
});
