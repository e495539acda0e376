// `npm test`: sets up what is missing, then runs every check and every test.
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setUp } from './setup.mjs';
import { quietlyInParallel, loudlyInParallel } from './step.mjs';
import { countsIn, LAST_REPORT, lastTimes, slowestOf } from './test-report.mjs';

setUp();
mkdirSync(dirname(LAST_REPORT), { recursive: true });
const tests = [
  'vitest',
  'run',
  '--reporter=dot',
  '--reporter=json',
  '--reporter=./test/support/time-files.ts',
  `--outputFile.json=${LAST_REPORT}`,
  ...process.argv.slice(2),
];
const [checks, exit] = await Promise.all([
  quietlyInParallel([process.execPath, 'scripts/check.mjs']),
  loudlyInParallel(tests),
]);
const report = JSON.parse(readFileSync(LAST_REPORT, 'utf8'));
const { passed, failed, skipped } = countsIn(report);

console.log('\nSlowest files (all in reports/test-times.json):');
for (const { file, seconds } of slowestOf(lastTimes()))
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
if (skipped.length > 0) console.log('\nSkipped, with the reason in brackets:');
for (const title of skipped) console.log(`  - ${title}`);
console.log(`\n${checks.output}`);
const forbidden = process.env.CI === 'true' && skipped.length > 0;
if (forbidden) console.log('CI forbids skips.');
console.log(`\n${passed} passed, ${failed} failed, ${skipped.length} skipped`);
process.exitCode = exit === 0 && checks.exit === 0 && !forbidden && passed > 0 ? 0 : 1;
