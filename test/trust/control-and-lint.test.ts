import { expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import { judgeField } from './judge-field.ts';
import { FIXED, nodeProject } from './node-project.ts';

/** Complains of every file, by its name. */
const LINT = `import { readdirSync } from 'node:fs';
for (const name of readdirSync('test')) console.log(\`test/\${name}:1:1: error too long (house/length)\`);
`;

test.skipIf(!has.sandbox)(
  `copies that are there to fail are no findings of a candidate${unless('sandbox')}`,
  async () => {
    const manifest = JSON.parse(String(nodeProject['package.json'])) as { scripts: object };
    const scripts = { ...manifest.scripts, lint: 'node lint.js' };
    const judged = await judgeField(
      { ...nodeProject, 'package.json': JSON.stringify({ ...manifest, scripts }), 'lint.js': LINT },
      { honest: { 'src/math.js': FIXED } },
    );
    expect(judged.captured.controls).toContainEqual(
      expect.objectContaining({ id: 'negative-control', state: 'applied' }),
    );
    const { baseline } = judged.captured;
    const { lint } = judged.evidenceOf('honest');
    expect(lint).toMatchObject({ known: true, value: { errors: 2 } });
    expect(lint).toEqual(baseline.lint);
    expect(judged.conclusion.rankings[0]?.breakdown['lint']).toBe(100);
  },
);
