import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ChangeAnalysis } from '../../../src/core/domain/evidence/assessment.ts';
import { analysisSarif } from '../../../src/core/report/analysis/analysis-sarif.ts';
import { analysisLines } from '../../../src/core/report/analysis/analysis-text.ts';
import { plainPaint } from '../../../src/core/report/text/paint.ts';
import { runHydra } from '../../support/run-hydra.ts';
import { makeProject, type ScratchProject } from '../../support/scratch-project.ts';

/** The part of SARIF 2.1.0 that is written; everything else is refused. */
const Message = z.strictObject({ text: z.string().min(1) });
const Run = z.strictObject({
  tool: z.strictObject({
    driver: z.strictObject({
      name: z.string().min(1),
      semanticVersion: z.string().optional(),
      rules: z.array(
        z.strictObject({ id: z.string(), properties: z.looseObject({ tags: z.array(z.string()) }) }),
      ),
    }),
  }),
  columnKind: z.literal('utf16CodeUnits').optional(),
  invocations: z
    .array(
      z.strictObject({
        executionSuccessful: z.boolean(),
        toolExecutionNotifications: z.array(z.strictObject({ level: z.literal('note'), message: Message })),
      }),
    )
    .optional(),
  results: z.array(
    z.strictObject({
      ruleId: z.string(),
      ruleIndex: z.int().nonnegative(),
      level: z.enum(['error', 'warning', 'note']),
      message: Message,
      locations: z.tuple([
        z.strictObject({
          physicalLocation: z.strictObject({
            artifactLocation: z.strictObject({
              uri: z.string().regex(/^[\w./%~!*'()-]+$/),
              uriBaseId: z.literal('SRCROOT'),
            }),
            region: z.strictObject({ startLine: z.int().min(1) }).optional(),
          }),
        }),
      ]),
    }),
  ),
  properties: z.looseObject({}).optional(),
});
const Sarif = z.strictObject({ $schema: z.url(), version: z.literal('2.1.0'), runs: z.array(Run).min(1) });

let project: ScratchProject;
beforeAll(async () => {
  project = await makeProject({ 'src/old.py': 'def old(x):\n    return eval(x)\n' });
  await project.write({
    'src/new.py': 'import os\n\n\ndef new(x):\n    return exec(x)\n',
    'B.java': 'class B { }\n',
  });
});
afterAll(() => project.remove());

const analyse = (...words: string[]) =>
  runHydra(['analyse', '--no-programs', ...words], { cwd: project.root });

describe('hydra analyse', () => {
  test('the difference from HEAD, for people: scores, tools, findings with their place, and what was not measured', async () => {
    const { code, stdout } = await analyse();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}quality {3}0\.\d{3}/m);
    expect(stdout).toMatch(/src\/new\.py:5 .* S102/);
    expect(stdout).toMatch(/java +security –: – high/);
    expect(stdout).not.toContain('old.py');
  });

  test('given files are examined whole, and the JSON matches the schema', async () => {
    const { stdout } = await analyse('src/old.py', '--json');
    const { security, files } = ChangeAnalysis.parse(JSON.parse(stdout));
    expect(files).toEqual([{ path: 'src/old.py', language: 'python', changed_loc: 2 }]);
    expect(security.details.findings).toMatchObject([{ rule: 'S307', line: 2 }]);
  });

  test('SARIF', async () => {
    const { stdout } = await analyse('--diff', 'HEAD', '--format', 'sarif');
    const { runs } = Sarif.parse(JSON.parse(stdout));
    const found = runs.flatMap(({ results }) => results.map(({ ruleId }) => ruleId));
    expect(found).toEqual(expect.arrayContaining(['S102', 'F401']));
    const notes = runs[0]?.invocations?.[0]?.toolExecutionNotifications.map(({ message }) => message.text);
    expect(notes?.join('\n')).toContain('java: spotbugs');
  });

  test('a missing file is an error, not a clean report', async () => {
    const { code, stderr } = await analyse('src/nowhere.py');
    expect(code).toBe(2);
    expect(stderr).toContain('src/nowhere.py');
  });
});

test('hostile names and messages are unchanged in SARIF, and harmless on a screen', () => {
  const finding = {
    metric: 'security',
    tool: 't',
    rule: '\u001b[31mr',
    level: 'high',
    path: 'a b/\u001b]8;;x\u0007#?%\ud800.py',
    line: 0,
    message: '',
  } as const;
  const details = { reason: null, tools: ['t'], languages: {}, findings: [finding], notes: ['\u001b[2J'] };
  const analysis = {
    files: [],
    quality: { score: null, details: { ...details, findings: [] } },
    security: { score: 0.6, details },
  };
  const { runs } = Sarif.parse(analysisSarif(analysis, '0.1.0'));
  expect(
    decodeURIComponent(runs[1]?.results[0]?.locations[0].physicalLocation.artifactLocation.uri ?? ''),
  ).toBe('a b/\u001b]8;;x\u0007#?%\ufffd.py');
  expect(analysisLines(analysis, plainPaint).join('\n')).not.toContain('\u001b');
});
