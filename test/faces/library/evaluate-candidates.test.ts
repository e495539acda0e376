import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  buildProjectBrief,
  conventionScore,
  evaluateCandidates as evaluateAlone,
  type EvaluatedCandidates,
  type GeneratedCandidate,
  loadRun,
  type PipelineReport,
  refine,
  refineRun,
  replay,
  runPortablePipeline,
  tournamentSelect,
} from '../../../src/faces/library/library.ts';
import { makeProject, type ScratchProject } from '../../support/scratch-project.ts';
import { sharedSession } from '../../support/shared-session.ts';

const { evaluateCandidates } = sharedSession;

const BASE = {
  'package.json': JSON.stringify({ name: 'shop', scripts: { test: 'node --test test/' } }),
  'src/order-total.js':
    'const orderTotal = (orderLines) => orderLines.length;\nmodule.exports = { orderTotal };\n',
  'src/order-tax.js':
    'const orderTax = (orderLines) => orderLines.length * 2;\nmodule.exports = { orderTax };\n',
  'src/order-weight.js':
    'const orderWeight = (orderLines) => orderLines.length * 3;\nconst orderCount = (orderLines) => orderLines.length;\nconst lineCount = (orderLines) => orderLines.length;\nmodule.exports = { orderWeight, orderCount, lineCount };\n',
  'test/order.test.js':
    "const test = require('node:test');\nconst assert = require('node:assert');\nconst { orderTotal } = require('../src/order-total.js');\ntest('counts order lines', () => assert.equal(orderTotal([1, 2]), 2));\n",
};

const file = (path: string, content: string): GeneratedCandidate => ({ files: [{ path, content }] });

const NATIVE = file(
  'src/order-size.js',
  'const orderSize = (orderLines) => orderLines.length;\nmodule.exports = { orderSize };\n',
);
const STRANGE = file(
  'src/Some_Thing.js',
  'const some_thing_else = (the_stuff) => the_stuff.length;\nmodule.exports = { some_thing_else };\n',
);
const BREAKS: GeneratedCandidate = {
  patch: [{ kind: 'edit', path: 'src/order-total.js', find: '.length', replace: '.size' }],
};

let project: ScratchProject;
let field: EvaluatedCandidates<GeneratedCandidate, PipelineReport>;

beforeAll(async () => {
  project = await makeProject(BASE);
  field = await evaluateAlone(project.root, [
    STRANGE,
    BREAKS,
    NATIVE,
    file('../outside.js', 'module.exports = 1;\n'),
    file('.git/hooks/post-merge', '#!/bin/sh\n'),
    JSON.parse('{"__proto__": {"files": []}}') as GeneratedCandidate,
    JSON.parse('{"files": [{"path": "src/a.js", "content": "1", "__proto__": 1}]}') as GeneratedCandidate,
    {
      patch: Array.from({ length: 51 }, (_, at) => ({
        kind: 'add' as const,
        path: `src/f${at}.js`,
        content: '',
      })),
    },
    { files: Array.from({ length: 2001 }, (_, at) => ({ path: `src/f${at}.js`, content: '' })) },
    NATIVE,
    null as never,
  ]);
});
afterAll(() => project.remove());

describe('evaluateCandidates by the pipeline of the engine', () => {
  test('the most native of those that may be merged wins, and an equal one later does not', () => {
    expect(field.winnerIndex).toBe(2);
    expect(field.winner).toBe(NATIVE);
    expect(field.score).toBe(field.results[2]?.score);
    expect(field.results[9]?.score).toEqual(field.results[2]?.score);
    expect(field.bracket).toEqual({
      k: 2,
      rounds: [
        { groups: [[0, 2], [9]], winners: [2, 9] },
        { groups: [[2, 9]], winners: [2] },
      ],
    });
    expect(field.notes).toEqual(['candidate-2 and candidate-9 tie on total: the earlier stays']);
  });

  test('scores are those of the documented model', () => {
    const native = field.results[2]?.score;
    expect(native).toMatchObject({ boundaries: 1, schemaConformance: 1, filePattern: 1, execSignals: 1 });
    const total = 0.35 * (native?.identifierMatch ?? 0) + 0.2 * 1 + 0.15 * 1 + 0.1 * 1 + 0.2 * 1;
    expect(native?.total).toBeCloseTo(total, 9);
    expect(field.results[0]?.score?.breaches.map(({ rule }) => rule)).toContain('casing');
    expect(field.results[2]?.report).toMatchObject({
      lint_errors: null,
      type_errors: null,
      tests_passed: 1,
      tests_failed: 0,
      mergeable: true,
    });
  });

  test('a candidate that breaks a test is excluded, and its report says why', () => {
    const broken = field.results[1];
    expect(broken).toMatchObject({ mergeable: false, score: { execSignals: 0.2 } });
    expect(broken?.reason).toMatch(/^not mergeable: .*tests/);
    expect(broken?.report?.failed_tests).toEqual([expect.stringContaining('counts order lines')]);
    const [check] = broken?.report?.failed_checks ?? [];
    expect(check?.log.join('\n')).toMatch(/counts order lines/);
    expect(JSON.stringify(broken?.report)).not.toMatch(/[-_]k[0-9a-f]{9}/);
  });

  test('hostile candidates are refused one by one, by name, and stop no other', () => {
    const reasons = field.results.map(({ reason }) => reason ?? '');
    expect(reasons[3]).toMatch(/outside|\.\./);
    expect(reasons[4]).toMatch(/\.git/);
    expect(reasons[5]).toMatch(/not a list of operations/);
    expect(reasons[6]).toMatch(/files\.0/);
    expect(reasons[7]).toMatch(/51 operations, more than 50/);
    expect(reasons[8]).toMatch(/2001 files, more than 2000/);
    expect(reasons[10]).toMatch(/not a list of operations/);
    for (const at of [3, 4, 5, 6, 7, 8, 10])
      expect(field.results[at]).toMatchObject({ score: null, report: null, mergeable: false });
    expect(existsSync(join(project.root, '..', 'outside.js'))).toBe(false);
    expect(existsSync(join(project.root, '.git/hooks/post-merge'))).toBe(false);
  });

  test("the caller's tree stays as it was", async () => {
    expect(await project.git('status', '--porcelain')).toBe('');
  });

  test('the run is stored, and replays to the same result', async () => {
    const { captured } = await loadRun(field.runId ?? '', { repo: project.root });
    expect(captured.evidence.every(({ convention }) => convention?.known)).toBe(true);
    expect((await replay(field.runId ?? '', { repo: project.root })).identical).toBe(true);
  });

  test('an empty field is an error, and so is one that is too large', async () => {
    await expect(evaluateCandidates(project.root, [])).rejects.toMatchObject({ code: 'no-candidates' });
    await expect(evaluateCandidates(project.root, Array(1001).fill(NATIVE))).rejects.toMatchObject({
      code: 'too-many-candidates',
    });
  });
});

describe('refine', () => {
  test('lists failed checks with their lines, then what does not fit', () => {
    const broken = refine(field.results[1]!);
    expect(broken).toMatchObject({ needed: true, threshold: 0.8 });
    expect(broken.items.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['gate', 'check']));
    const strange = refine(field.results[0]!, { threshold: 1 });
    expect(strange.items).toContainEqual(
      expect.objectContaining({ kind: 'convention', rule: 'casing', found: 'some_thing_else' }),
    );
    expect(strange.prompt).toMatch(/camelCase/);
  });

  test('has nothing to report if the total is high enough', () => {
    const { total } = field.score!;
    expect(refine(field.results[2]!, { threshold: total! })).toMatchObject({ needed: false, items: [] });
    expect(() => refine(field.results[2]!, { threshold: Number.NaN })).toThrow(RangeError);
  });

  test('says why a refused candidate was refused', () => {
    const { items } = refine(field.results[3]!);
    expect(items).toEqual([expect.objectContaining({ kind: 'gate', gate: 'applies' })]);
  });

  test('does the same for a stored run', async () => {
    const { items, needed } = await refineRun(field.runId!, { repo: project.root, candidate: 'candidate-1' });
    expect(needed).toBe(true);
    expect(items).toContainEqual(expect.objectContaining({ kind: 'check', check: 'test' }));
    await expect(refineRun(field.runId!, { repo: project.root, candidate: 'nobody' })).rejects.toMatchObject({
      code: 'unknown-candidate',
    });
  });
});

const CLEAN = { lint_errors: 0, type_errors: 0, tests_passed: 1, tests_failed: 0 };

describe('evaluateCandidates with a custom function', () => {
  test('every candidate has its own repository of one commit, with its change in it', async () => {
    const folders: string[] = [];
    const seen: string[] = [];
    const { winnerIndex, results } = await evaluateCandidates(
      project.root,
      [STRANGE, NATIVE],
      async (folder, candidate) => {
        folders.push(folder);
        const path = candidate.files?.[0]?.path ?? '';
        seen.push(await readFile(join(folder, path), 'utf8'));
        await writeFile(join(folder, 'left-behind.txt'), 'x');
        seen.push((await readdir(join(folder, 'src'))).join(' '));
        return { ...CLEAN, mine: 7 };
      },
    );
    expect(winnerIndex).toBe(1);
    expect(results[1]?.report?.mine).toBe(7);
    expect(new Set(folders).size).toBe(2);
    expect(folders.some((folder) => existsSync(folder) || folder.startsWith(project.root))).toBe(false);
    expect(seen[1]).toContain('Some_Thing.js');
    expect(seen[3]).not.toContain('Some_Thing.js');
    expect(await project.git('status', '--porcelain')).toBe('');
  });

  test('a function that throws, or gives no report or number, loses its place and no other', async () => {
    const reports: unknown[] = [
      new Error('no runner'),
      undefined,
      { ...CLEAN, lint_errors: Number.NaN },
      { ...CLEAN, tests_failed: -1 },
      { ...CLEAN, mergeable: false, gates: { mine: 'no' } },
      CLEAN,
      JSON.parse('{"__proto__": {"tests_passed": 9}, "tests_failed": 0, "lint_errors": 0}'),
    ];
    const folders: string[] = [];
    let at = 0;
    const { winnerIndex, results } = await evaluateCandidates(
      project.root,
      reports.map((_, each) =>
        file(`src/order-${'abcdefg'[each]}.js`, `const orderSize = ${each};\nmodule.exports = orderSize;\n`),
      ),
      (folder) => {
        folders.push(folder);
        const report = reports[at++];
        if (report instanceof Error) throw report;
        return report;
      },
    );
    expect(winnerIndex).toBe(5);
    expect(results.map(({ reason }) => reason)).toEqual([
      'run failed: no runner',
      'run gave no report',
      expect.stringMatching(/^report\.lint_errors: /),
      expect.stringMatching(/^report\.tests_failed: /),
      'not mergeable: mine',
      null,
      null,
    ]);
    expect(results[6]?.score?.execSignals).toBeNull();
    expect(folders).toHaveLength(reports.length);
    expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
  });

  test('a change without effect, or with a flag that blocks, may not win whatever run returns', async () => {
    const { winner, results } = await evaluateCandidates(
      project.root,
      [
        { patch: [{ kind: 'edit', path: 'src/order-tax.js', find: ' * 2', replace: '  *  2' }] },
        { patch: [{ kind: 'edit', path: 'test/order.test.js', find: 'test(', replace: 'test.skip(' }] },
      ],
      () => CLEAN,
    );
    expect(winner).toBeNull();
    expect(results.map(({ mergeable }) => mergeable)).toEqual([false, false]);
    expect(results[0]?.reason).toBe('not mergeable: no_change');
  });

  test('links that lead out are refused before anything is written through them', async () => {
    const linked = await makeProject({ 'package.json': '{}', 'a.js': 'module.exports = 1;\n' });
    try {
      const { symlink } = await import('node:fs/promises');
      await symlink('/tmp', join(linked.root, 'out'));
      await linked.commit('a link');
      const { results } = await evaluateCandidates(
        linked.root,
        [file('out/hydra-escaped.js', '1'), file('b.js', 'module.exports = 2;\n')],
        () => CLEAN,
      );
      expect(results[0]?.reason).toMatch(/is refused: .*(link|outside)/);
      expect(results[1]?.reason).toBeNull();
      expect(existsSync('/tmp/hydra-escaped.js')).toBe(false);
    } finally {
      await linked.remove();
    }
  });
});

describe('the usage examples of the source document', () => {
  test('basic: write the files, run the pipeline, take the winner', async () => {
    const candidates = [
      { files: [{ path: 'src/foo.js', content: 'const foo = 1;\nmodule.exports = { foo };\n' }] },
      { files: [{ path: 'src/order-total.js', content: 'module.exports = {};\n' }] },
    ];
    async function run(root: string, candidate: (typeof candidates)[number]) {
      for (const f of candidate.files) {
        const abs = join(root, f.path);
        await mkdir(dirname(abs), { recursive: true });
        await writeFile(abs, f.content, 'utf8');
      }
      return await runPortablePipeline(root);
    }
    const { winnerIndex, score, results } = await evaluateCandidates(project.root, candidates, run);
    expect(winnerIndex).toBe(0);
    expect(score?.total?.toFixed(3)).toMatch(/^0\.\d{3}$/);
    expect(results[1]?.report).toMatchObject({ mergeable: false, tests_failed: 1 });
    expect(results[0]?.report?.unmeasured).not.toHaveProperty('tests_passed');
  });

  test('advanced: score by hand, then the tournament', async () => {
    const brief = await buildProjectBrief(project.root);
    const candidates = [STRANGE, NATIVE];
    const scores = candidates.map((candidate) => {
      const score = conventionScore({ candidate, brief, exec: CLEAN, repoRoot: project.root });
      return {
        total: score.total ?? 0,
        execSignals: score.execSignals ?? 0,
        identifierMatch: score.identifierMatch ?? 0,
      };
    });
    const { winner, winnerIndex } = tournamentSelect(candidates, scores);
    expect(winner).toBe(NATIVE);
    expect(winnerIndex).toBe(1);
    expect(scores[1]?.total).toBeCloseTo(field.results[2]?.score?.total ?? -1, 9);
  });
});
