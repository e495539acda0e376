import { expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import { evaluateField } from './evaluate-field.ts';
import { FIXED, nodeProject } from './node-project.ts';

/** Complains about every file, by name. */
const LINT = `import { readdirSync } from 'node:fs';
for (const name of readdirSync('test')) console.log(\`test/\${name}:1:1: error too long (house/length)\`);
`;

/** Compiles the files it knows. */
const BUILD = `import { readdirSync } from 'node:fs';
if (readdirSync('test').length > 2) throw new Error('a test that does not compile');
`;

test.skipIf(!has.sandbox)(
  `copies that are meant to fail are neither built nor linted as a candidate's${unless('sandbox')}`,
  async () => {
    const manifest = JSON.parse(String(nodeProject['package.json'])) as { scripts: object };
    const scripts = { ...manifest.scripts, lint: 'node lint.js', build: 'node build.js' };
    const judged = await evaluateField(
      {
        ...nodeProject,
        'package.json': JSON.stringify({ ...manifest, scripts }),
        'lint.js': LINT,
        'build.js': BUILD,
      },
      { honest: { 'src/math.js': FIXED } },
    );
    expect(judged.captured.controls).toContainEqual(
      expect.objectContaining({ id: 'negative-control', state: 'applied' }),
    );
    const { baseline } = judged.captured;
    const { lint } = judged.evidenceOf('honest');
    expect(lint).toMatchObject({ known: true, value: { errors: 2 } });
    expect(lint).toEqual(baseline.lint);
    expect(judged.conclusion.rankings[0]?.breakdown).toMatchObject({ build: 100, tests: 100, lint: 100 });
    expect(judged.replays).toBe(true);
  },
);
