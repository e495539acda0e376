// `npm test`: sets up what is missing, then runs every check and every test.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { check } from './check.mjs';
import { setUp } from './setup.mjs';
import { loudly, root } from './step.mjs';

const SKIPPED = new Set(['skipped', 'pending', 'todo', 'disabled']);

setUp();
const checksOk = check();

const folder = mkdtempSync(join(tmpdir(), 'hydra-test-'));
const report = join(folder, 'report.json');
const exit = loudly(
  [
    'vitest',
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  { local: true },
);
const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
rmSync(folder, { recursive: true, force: true });

const cases = testResults.flatMap(({ name, assertionResults }) =>
  assertionResults.map(({ status, fullName }) => ({ status, title: `${relative(root, name)}: ${fullName}` })),
);
const passed = cases.filter(({ status }) => status === 'passed').length;
const skipped = cases.filter(({ status }) => SKIPPED.has(status));
const failed = cases.length - passed - skipped.length;

if (skipped.length > 0) console.log('\nSkipped, with the reason in brackets:');
for (const { title } of skipped) console.log(`  - ${title}`);
const forbidden = process.env.CI === 'true' && skipped.length > 0;
if (forbidden) console.log('CI forbids skips.');
console.log(`\n${passed} passed, ${failed} failed, ${skipped.length} skipped`);
process.exitCode = exit === 0 && checksOk && !forbidden && passed > 0 ? 0 : 1;
