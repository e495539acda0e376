import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkout } from '../docs/markdown.ts';
import { makeProject, type ScratchProject } from '../support/scratch-project.ts';
import {
  applyDiff,
  type FollowedCopy,
  followInstructions,
  instructedPaths,
  namedPaths,
} from './follow-instructions.ts';

const TOML = [
  '[scoring.commands]',
  'install = false',
  'build = false',
  'test = "true"',
  'lint = false',
  '[scoring.weights]',
  'markers = 20',
].join('\n');

/** A missing part is reported where it is missing. */
const INCOMPLETE = `
import type { FlagRule } from './core/analyse/flags/flag-rule.ts';
import type { Dimension, DimensionEvidence } from './core/dimensions/dimension.ts';
import type { Judge } from './core/judge/judges/judge.ts';
import type { AgentProgram } from './core/agent/agent-program.ts';

// @ts-expect-error no score
export const dimension: Dimension = { key: 'a', title: 'a', weight: 1, description: 'a' };
// @ts-expect-error no capture and no share
export const evidence: Pick<DimensionEvidence, 'capture' | 'share'> = {};
// @ts-expect-error nothing that finds
export const flag: FlagRule = { rule: 'a' };
// @ts-expect-error no command line and no reader of its output
export const agent: Pick<AgentProgram, 'id' | 'command' | 'readLine'> = { id: 'a' };
// @ts-expect-error no instruction
export const judge: Judge = { id: 'a' };
`;

/** The library's own functions, in the copy. */
const SCRIPT = `
import { judgeChange, runAgent } from './dist/app/library.js';
const change = { issue: 'Say hello.', patch: '+hello', verifier: 'passed' };
const { votes } = await judgeChange('mock:synthetic', change);
const work = await runAgent({ repo: process.argv[2], base: 'main', agent: 'scribe', prompt: 'Say hello.' });
const patch = Buffer.from(work.patch).toString('utf8');
console.log(JSON.stringify({ votes, patch, result: work.result }));
`;

type Ranked = {
  readonly agent: string;
  readonly breakdown: Readonly<Record<string, number | null>>;
  readonly flags: readonly { readonly id: string }[];
};

let [copy, project] = [null as unknown as FollowedCopy, null as unknown as ScratchProject];
const hydra = (...words: readonly string[]) =>
  copy.run(
    process.execPath,
    [join(copy.root, 'dist/faces/cli/main.js'), ...words, '--repo', project.root],
    copy.root,
  );

beforeAll(async () => {
  copy = await followInstructions();
  project = await makeProject({ 'hydra.toml': TOML, 'src/add.js': 'export const add = (a, b) => a + b;\n' });
  await project.patch('tidy', { 'src/take.js': 'export const take = (a, b) => a - b;\n' });
  await project.patch('messy', {
    'src/take.js': '// TODO: round\nexport const take = (a, b) => {\n  debugger;\n  return a - b;\n};\n',
  });
});
afterAll(async () => {
  await copy?.remove();
  await project?.remove();
});

describe('the page', () => {
  test('shows every kind of extension by a new file and an entry in one list', () => {
    expect(instructedPaths('typescript')).toHaveLength(5);
    expect(instructedPaths('diff')).toHaveLength(5);
    expect(new Set(instructedPaths('diff')).size).toBe(5);
  });

  test('names only files that exist', () => {
    const missing = [...namedPaths(), ...instructedPaths('diff')].filter(
      (path) => !existsSync(join(checkout, path)),
    );
    expect(namedPaths().length).toBeGreaterThan(10);
    expect(missing).toEqual([]);
  });

  test('and its instructions are refused if they do not fit the code', () => {
    expect(applyDiff('a\nb\nc', ' a\n+x\n-b\n+y\n c', 'page')).toBe('a\nx\ny\nc');
    expect(() => applyDiff('a\nb', ' b\n+x\n a', 'page:1')).toThrow('page:1: there is no line "a"');
  });
});

describe('a copy of the source that follows it', () => {
  test('type-checks, and the compiler reports missing parts', async () => {
    await writeFile(join(copy.root, 'src/incomplete.ts'), INCOMPLETE);
    await writeFile(
      join(copy.root, 'tsconfig.json'),
      JSON.stringify({
        ...JSON.parse(await readFile(join(checkout, 'tsconfig.json'), 'utf8')),
        include: ['src'],
      }),
    );
    const checked = await copy.run(
      process.execPath,
      ['node_modules/typescript/bin/tsc', '-p', '.'],
      copy.root,
    );
    await rm(join(copy.root, 'src/incomplete.ts'));
    expect(checked).toMatchObject({ code: 0, output: '' });
  });

  test('has the dimension, the flag and the report format', async () => {
    const csv = await hydra('evaluate', '--base', 'main', '--candidates', project.patches, '--format', 'csv');
    expect(csv.stdout, csv.output).toContain('candidate,mergeable,total\ntidy,true,');
    const replayed = await hydra('replay', 'latest', '--json');
    expect(replayed.output).toContain('identical to the stored conclusion');
    const { rankings } = JSON.parse(replayed.stdout) as { readonly rankings: readonly Ranked[] };
    expect(rankings.map(({ agent, breakdown }) => [agent, breakdown['markers']])).toEqual([
      ['tidy', 100],
      ['messy', 50],
    ]);
    expect(rankings.map(({ flags }) => flags.map(({ id }) => id))).toEqual([[], ['debugger-left']]);
  });

  test('has the agent and the judge', async () => {
    const script = join(copy.root, 'use.mjs');
    await writeFile(script, SCRIPT);
    const used = await copy.run(process.execPath, [script, project.root], copy.root);
    expect(used.code, used.output).toBe(0);
    const { votes, patch, result } = JSON.parse(used.stdout) as {
      readonly votes: readonly { readonly persona: string }[];
      readonly patch: string;
      readonly result: { readonly ended: string; readonly answer: string };
    };
    expect(votes.map(({ persona }) => persona)).toContain('safety');
    expect(result).toMatchObject({ ended: 'finished', answer: 'filed' });
    expect(patch).toContain('+++ b/NOTES.md\n@@ -0,0 +1 @@\n+Say hello.');
  });
});
