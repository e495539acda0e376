import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explainedInputs } from '../support/explained-inputs.ts';
import { runHydra, type HydraRun } from '../support/run-hydra.ts';
import { makeProject, type ScratchProject } from '../support/scratch-project.ts';

const kept = (name: string): string =>
  `const ${name} = (orderLines) => orderLines.length;\nmodule.exports = { ${name} };\n`;
const NAMES = ['orderTotal', 'orderTax', 'orderWeight', 'orderCount', 'lineCount'];
const TOML = '[scoring.commands]\ninstall = false\nbuild = false\ntest = "true"\nlint = false\n';
const WEIGHED = `${TOML}\n[scoring.weights]\nconvention = 10\n`;

let project: ScratchProject;
let first: HydraRun;
const hydra = (...words: string[]): Promise<HydraRun> => runHydra(words, { cwd: project.root });
const evaluate = (...more: string[]): Promise<HydraRun> =>
  hydra('evaluate', '--base', 'main', '--candidates', project.patches, ...more);

type Ranked = {
  agent: string;
  breakdown: Record<string, number | null>;
  weights: Record<string, number>;
  reasons: Record<string, string>;
  conventions?: { breakdown: Record<string, number | null>; total: number | null };
};
const rankingsOf = ({ stdout }: HydraRun): Ranked[] =>
  (JSON.parse(stdout) as { rankings: Ranked[] }).rankings;

beforeAll(async () => {
  project = await makeProject({
    'hydra.toml': WEIGHED,
    'schema.graphql': 'type Query { order: String }\n',
    ...Object.fromEntries(NAMES.map((name, at) => [`src/order-${at}.js`, kept(name)])),
  });
  await project.patch('native', { 'src/order-7.js': kept('orderSize') });
  await project.patch('strange', { 'src/Order_8.js': kept('order_size_of_things') });
  await project.patch('foreign', { 'src/order.zig': 'pub fn orderSize() void {}\n' });
  await project.patch('schema', { 'schema.graphql': 'type Query { order: Missing }\n' });
  first = await evaluate('--json');
});
afterAll(() => project.remove());

describe('convention as a dimension of a race', () => {
  test('is the total of the convention model, on the scale of a race', () => {
    const of = (agent: string) => rankingsOf(first).find((ranking) => ranking.agent === agent);
    const native = of('native');
    expect(native?.breakdown['convention']).toBeCloseTo(100 * (native?.conventions?.total ?? 0), 1);
    expect(native?.weights['convention']).toBeGreaterThan(0);
    expect(of('strange')?.breakdown['convention']).toBeLessThan(native?.breakdown['convention'] ?? 0);
    expect(of('strange')?.conventions?.breakdown['filePattern']).toBe(0.7);
    expect(of('schema')?.conventions?.breakdown['schemaConformance']).toBe(0);
  });

  test('opens down to the name, file or schema that lowers it', async () => {
    const { strange = [], schema = [] } = await explainedInputs(project.root, 'convention', [
      'strange',
      'schema',
    ]);
    const input = (inputs: typeof strange, name: string) => inputs.find((one) => one.name === name);
    const of = (name: string) => input(strange, name);
    const other = (name: string) => input(schema, name);
    const card = rankingsOf(first).find(({ agent }) => agent === 'strange')?.conventions?.breakdown ?? {};
    expect(of('identifierMatch')?.value).toBeCloseTo(card['identifierMatch'] ?? -1, 3);
    expect(of('identifierMatch')?.places).toContainEqual({
      text: expect.stringContaining('order_size_of_things'),
      path: 'src/Order_8.js',
      line: 1,
    });
    expect(of('filePattern')?.places).toEqual([
      { text: expect.stringContaining('src/Order_8.js'), path: 'src/Order_8.js', line: 0 },
    ]);
    expect(other('schemaConformance')).toMatchObject({ value: 0, places: [{ path: 'schema.graphql' }] });
    expect(other('execSignals')?.note).toContain('their logs');
  });

  test('an unsupported language is not judged, and this is reported', () => {
    const foreign = rankingsOf(first).find(({ agent }) => agent === 'foreign');
    expect(foreign?.breakdown['convention']).toBeNull();
    expect(foreign?.reasons['convention']).toMatch(/no grammar for src\/order\.zig/);
    expect(foreign?.weights).not.toHaveProperty('convention');
  });

  test('the terminal shows a bar, and what does not fit', async () => {
    const { stdout } = await hydra('show', 'latest');
    expect(stdout).toMatch(/convention/);
    const { stdout: strange } = await hydra('show', 'latest', '--candidate', 'strange');
    expect(strange).toMatch(/identifierMatch +[█·▏▎▍▌▋▊▉]+ 0\.\d{3}/);
    expect(strange).toMatch(/order_size_of_things; expected: orderSizeOfThings \(camelCase/);
  });

  test('a replay gives the same bytes, and others under another policy', async () => {
    const same = await hydra('replay', 'latest');
    expect(same.code, same.stderr).toBe(0);
    expect(same.stdout + same.stderr).toMatch(/identical|same/i);
    const policy = join(project.root, '..', 'plain.toml');
    await writeFile(policy, TOML);
    const plain = await hydra('replay', 'latest', '--policy', policy, '--json');
    for (const { breakdown } of rankingsOf(plain)) expect(breakdown).not.toHaveProperty('convention');
  });

  test('without the weight nothing is measured', async () => {
    const config = join(project.root, '..', 'plain.toml');
    await writeFile(config, TOML);
    const { stdout } = await evaluate('--json', '--config', config);
    expect(stdout).not.toMatch(/convention/);
    const shown = await hydra('show', 'latest', '--json');
    expect(shown.stdout).not.toMatch(/"convention"/);
    const replayed = await hydra('replay', 'latest', '--json', '--policy', join(project.root, 'hydra.toml'));
    for (const { breakdown, reasons } of rankingsOf(replayed)) {
      expect(breakdown['convention']).toBeNull();
      expect(reasons['convention']).toBe('conventions were not examined');
    }
  });
});

describe('fix suggestions on the command line', () => {
  const run = (): string => (JSON.parse(first.stdout) as { run_id: string }).run_id;

  test('hydra show --refine gives a prompt, or data', async () => {
    const id = run();
    const words = ['show', id, '--refine', '--candidate', 'strange', '--threshold', '1'];
    const { code, stdout } = await hydra(...words);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^# What to fix/);
    expect(stdout).toMatch(
      /Rename `order_size_of_things` in `src\/Order_8\.js`; expected: `orderSizeOfThings \(camelCase/,
    );
    const data = JSON.parse((await hydra(...words, '--json')).stdout);
    expect(data).toMatchObject({ candidate: 'strange', threshold: 1, needed: true });
    const wrong = await hydra('show', id, '--refine', '--threshold', '2');
    expect(wrong.code).toBe(2);
  });

  test('hydra select --run --refine prints it for the winner', async () => {
    const { stdout } = await hydra('select', '--run', run(), '--refine', '--json');
    const selected = JSON.parse(stdout);
    expect(selected.refine.candidate).toBe(selected.winner);
    const alone = await runHydra(['select', '-', '--refine'], { input: '[{"name": "a", "total": 1}]' });
    expect(alone.code).toBe(2);
    expect(alone.stderr).toMatch(/--run RUN/);
  });
});
