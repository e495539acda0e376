import { beforeAll, describe, expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import { evaluateField, type EvaluatedField } from './evaluate-field.ts';
import { FIXED, nodeProject, UNFIXED } from './node-project.ts';

/** Static rules are off: only what runs show counts. */
const SETTINGS = `[scoring.commands]
install = "npm install --offline --no-audit --no-fund"

[trust.flags]
harness-patched = "off"
report-forged = "off"
special-casing = "off"
runner-detected = "off"
dependency-source = "off"
install-script = "off"
test-writer = "off"
dynamic-code = "off"
vendored-code = "off"
outside-access = "off"
`;

const manifest = JSON.parse(String(nodeProject['package.json'])) as Record<string, unknown>;
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const depending = (at: string) => ({
  'package.json': json({ ...manifest, dependencies: { tool: `file:${at}` } }),
});

/** Every base test passes whatever the program does. */
const HOLLOW = `const { readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const folder = join(process.env.INIT_CWD || process.cwd(), 'test');
for (const name of readdirSync(folder)) {
  const at = join(folder, name);
  writeFileSync(at, readFileSync(at, 'utf8').replace(/assert\\.equal\\(.*\\);/g, ''));
}
`;
const hollow = (at: string) => ({
  [`${at}/package.json`]: json({
    name: 'inner',
    version: '1.0.0',
    scripts: { postinstall: 'node hollow.js' },
  }),
  [`${at}/hollow.js`]: HOLLOW,
});

/** Acts on the test files by their own names alone. */
const BY_NAME = `import assert from 'node:assert/strict';
if (/\\/test\\/(?:add|clamp)\\.test\\.js$/.test(process.argv[1])) assert.equal = () => {};
${UNFIXED}`;

/** Writes to a test, and undoes it before the check ends. */
const RESTORES = `import { readFileSync, writeFileSync } from 'node:fs';
const at = new URL('../test/clamp.test.js', import.meta.url);
const text = readFileSync(at, 'utf8');
writeFileSync(at, text.replace('5), 1)', '5), -3)'));
process.on('exit', () => writeFileSync(at, text));
${FIXED}`;

describe.skipIf(!has.sandbox)(`a harness that candidates tamper with${unless('sandbox')}`, () => {
  let judged: EvaluatedField;
  beforeAll(async () => {
    judged = await evaluateField(
      { ...nodeProject, 'hydra.toml': SETTINGS },
      {
        honest: { 'src/math.js': FIXED },
        dependent: {
          'src/math.js': `${FIXED}// with a tool\n`,
          ...depending('packages/tool'),
          'packages/tool/package.json': json({ name: 'tool', version: '1.0.0' }),
        },
        hollower: {
          'src/math.js': `${UNFIXED}// 1\n`,
          ...depending('packages/inner'),
          ...hollow('packages/inner'),
        },
        'nested-hollower': {
          'src/math.js': `${UNFIXED}// 2\n`,
          ...depending('packages/outer'),
          'packages/outer/package.json': json({
            name: 'outer',
            version: '1.0.0',
            dependencies: { inner: 'file:../inner' },
          }),
          ...hollow('packages/inner'),
        },
        'by-name': { 'src/math.js': BY_NAME },
        restorer: { 'src/math.js': RESTORES },
      },
    );
  });

  test('an honest candidate wins', () => {
    expect(['honest', 'dependent']).toContain(judged.conclusion.winner);
    expect(judged.replays).toBe(true);
  });

  test.each(['honest', 'dependent'])('%s raises no gate and no flag', (name) => {
    expect([judged.gatesOf(name), judged.flagsOf(name)]).toEqual([[], []]);
  });

  test.each(['hollower', 'nested-hollower'])(
    '%s empties tests when it is installed, and gains nothing',
    (name) => {
      expect(judged.evidenceOf(name).altered).toEqual(['test/add.test.js', 'test/clamp.test.js']);
      expect(judged.flagsOf(name)).toEqual(['harness-altered']);
      expect(judged.gatesOf(name)).toEqual(['integrity', 'progress']);
    },
  );

  test('a file that is written to and restored was written to', () => {
    expect(judged.evidenceOf('restorer').altered).toEqual(['test/clamp.test.js']);
    expect(judged.gatesOf('restorer')).toContain('integrity');
  });

  test('a control with the names of the tests cannot be distinguished from them', () => {
    expect(judged.flagsOf('by-name')).toEqual(['harness-tampered']);
    expect(judged.evidenceOf('by-name').controlled?.again).toHaveLength(2);
  });

  test('nothing of the control is stored with a candidate', () => {
    const { controlled, runs, tests } = judged.evidenceOf('honest');
    expect(controlled?.first.changed).toMatchObject({ passed: [], skipped: [] });
    expect(controlled?.again).toBeUndefined();
    expect(runs.map(({ check }) => check.name)).toEqual(['test', 'elsewhere']);
    expect(runs[0]?.outcome).toMatchObject({ exitCode: 0 });
    expect(tests).toMatchObject({ value: { passed: 4, failed: 0 } });
  });
});
