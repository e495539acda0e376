// `npm run mutation [-- AREA... [--survivors]]`: changes the deciding code in small steps and counts what the tests notice.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loudly, root } from './step.mjs';

/** In the order of docs/trust/mutation.md. A file or folder may stand for an area. */
const AREAS = {
  score: 'src/core/score,src/core/dimensions',
  decide: 'src/core/decide,src/core/next-work,src/core/conclude/integrity.ts',
  paths: [
    'src/core/domain/candidate/refuse-path.ts',
    'src/core/analyse/paths/decode-path.ts',
    'src/core/analyse/harness/harness-paths.ts',
    'src/shell/adapters/workspaces/host/safe-path.ts',
  ].join(','),
};
const REPORT = join(root, 'node_modules/.cache/stryker-report.json');
const FEWEST_PERCENT = 85;
const COUNTED = new Set(['Killed', 'Timeout', 'Survived', 'NoCoverage']);

const globsOf = (area) =>
  (AREAS[area] ?? area)
    .split(',')
    .map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.ts`))
    .join(',');

const describeSurvivor = (file, source, { location, replacement, mutatorName }) => {
  const line = source.split('\n')[location.start.line - 1] ?? '';
  return `  ${file}:${location.start.line}:${location.start.column} ${mutatorName}: ${line.trim().slice(0, 110)}  →  ${(replacement ?? '').replaceAll(/\s+/g, ' ').slice(0, 80)}`;
};

const runArea = (area, listed) => {
  const words = ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', '--mutate', globsOf(area)];
  // Its tests alone are run: see test/mutation.vitest.config.ts.
  const status = loudly(['nice', '-n', '10', 'node', ...words], { env: { HYDRA_MUTATED: area } });
  const { files } = JSON.parse(readFileSync(REPORT, 'utf8'));
  const lines = [];
  const survivors = [];
  const total = { killed: 0, all: 0 };
  for (const [file, { mutants, source }] of Object.entries(files)) {
    const counted = mutants.filter(({ status: fate }) => COUNTED.has(fate));
    const alive = counted.filter(({ status: fate }) => fate === 'Survived' || fate === 'NoCoverage');
    total.killed += counted.length - alive.length;
    total.all += counted.length;
    lines.push(`  ${file.padEnd(52)} ${counted.length - alive.length} of ${counted.length}`);
    survivors.push(...alive.map((mutant) => describeSurvivor(file, source, mutant)));
  }
  if (listed) lines.push('', ...survivors);
  const percent = (100 * total.killed) / Math.max(1, total.all);
  const sum = `${area}: ${total.killed} of ${total.all} killed (${percent.toFixed(1)} %)`;
  return { lines: [sum, ...lines], ok: total.all > 0 && percent >= FEWEST_PERCENT && status === 0 };
};

const words = process.argv.slice(2);
const named = words.filter((word) => !word.startsWith('--'));
const results = (named.length === 0 ? Object.keys(AREAS) : named).map((area) =>
  runArea(area, words.includes('--survivors')),
);
console.log(`\n${results.map(({ lines }) => lines.join('\n')).join('\n\n')}`);
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
