import { beforeAll, describe, expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import { evaluateField, type EvaluatedField } from './evaluate-field.ts';
import { FIXED, nodeProject, UNFIXED } from './node-project.ts';

/** Fails on every tree, and on the base last: its result comes when candidates have theirs. */
const FAILS = `import { existsSync } from 'node:fs';
setTimeout(() => process.exit(1), existsSync('at-once') ? 0 : 4000);
`;

const BASE = {
  ...nodeProject,
  'build.js': FAILS,
  'hydra.toml': '[scoring.commands]\nlint = false\n',
  'package.json': JSON.stringify({
    name: 'range',
    type: 'module',
    scripts: { build: 'node build.js', test: 'node --test' },
  }),
};

describe.skipIf(!has.sandbox)(`a build that fails on the base too${unless('sandbox')}`, () => {
  let judged: EvaluatedField;
  beforeAll(async () => {
    judged = await evaluateField(
      BASE,
      {
        right: { 'src/math.js': FIXED, 'at-once': '' },
        wrong: { 'src/math.js': UNFIXED.replace('Math.min(x, high)', 'x'), 'at-once': '' },
      },
      { jobs: 3 },
    );
  });

  test('stops no candidate, whichever runs first', () => {
    expect(judged.captured.baseline.build).toMatchObject({ known: false, cause: 'not-configured' });
    expect(judged.evidenceOf('right').tests).toMatchObject({ known: true });
    expect(judged.gatesOf('right')).toEqual([]);
    expect(judged.gatesOf('wrong')).toContain('tests');
    expect(judged.conclusion.winner).toBe('right');
    expect(judged.replays).toBe(true);
  });
});
