// `npm test`: sets up what is missing, then runs every check and every test.
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { check } from './check.mjs';
import { setUp } from './setup.mjs';
import { loudly } from './step.mjs';
import { countsIn, LAST_REPORT, lastTimes, slowestOf } from './test-report.mjs';

setUp();
const checksOk = check();

mkdirSync(dirname(LAST_REPORT), { recursive: true });
const exit = loudly(
  [
    'vitest',
    'run',
    '--reporter=dot',
    '--reporter=json',
    '--reporter=./test/support/time-files.ts',
    `--outputFile.json=${LAST_REPORT}`,
    ...process.argv.slice(2),
  ],
  { local: true },
);
const report = JSON.parse(readFileSync(LAST_REPORT, 'utf8'));
const { passed, failed, skipped } = countsIn(report);

console.log('\nSlowest files (all in reports/test-times.json):');
for (const { file, seconds } of slowestOf(lastTimes()))
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
if (skipped.length > 0) console.log('\nSkipped, with the reason in brackets:');
for (const title of skipped) console.log(`  - ${title}`);
const forbidden = process.env.CI === 'true' && skipped.length > 0;
if (forbidden) console.log('CI forbids skips.');
console.log(`\n${passed} passed, ${failed} failed, ${skipped.length} skipped`);
process.exitCode = exit === 0 && checksOk && !forbidden && passed > 0 ? 0 : 1;
