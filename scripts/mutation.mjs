// `npm run mutation [-- stryker's options]`: changes the code that decides, one small thing at a time, and counts what the tests notice.
import { readFileSync } from 'node:fs';
import { loudly } from './step.mjs';

const status = loudly([
  'nice',
  '-n',
  '10',
  'node',
  'node_modules/@stryker-mutator/core/bin/stryker.js',
  'run',
  ...process.argv.slice(2),
]);

/** Told in the order of docs/trust/mutation.md. */
const { files } = JSON.parse(readFileSync('node_modules/.cache/stryker-report.json', 'utf8'));
const counts = new Map();
for (const [file, { mutants }] of Object.entries(files)) {
  const part = file
    .split('/')
    .slice(1, file.includes('/score/') || file.includes('/decide/') ? 3 : undefined)
    .join('/');
  const count = counts.get(part) ?? { killed: 0, all: 0 };
  for (const { status: fate } of mutants) {
    if (['Ignored', 'CompileError', 'RuntimeError', 'Pending'].includes(fate)) continue;
    count.all += 1;
    if (fate === 'Killed' || fate === 'Timeout') count.killed += 1;
  }
  counts.set(part, count);
}
const total = { killed: 0, all: 0 };
for (const [part, { killed, all }] of counts) {
  total.killed += killed;
  total.all += all;
  console.log(
    `${part.padEnd(44)} ${killed} of ${all} killed (${((100 * killed) / Math.max(1, all)).toFixed(1)} %)`,
  );
}
console.log(
  `${'all'.padEnd(44)} ${total.killed} of ${total.all} killed (${((100 * total.killed) / Math.max(1, total.all)).toFixed(1)} %)`,
);
process.exitCode = status;
