// Every measurement of bench/ that needs no external project, one after the other, on an idle machine.
import { demand, loudly, step } from './step.mjs';

const BENCHES = [
  'overhead',
  'trust',
  'startup',
  'agent',
  'brief',
  'growth',
  'assess',
  'serve',
  'pages',
  'race',
  'workspaces.bench',
];
const wanted = process.argv.slice(2).map((name) => name.split('.')[0]);
const unknown = wanted.filter((name) => !BENCHES.some((bench) => bench.split('.')[0] === name));
if (unknown.length > 0) {
  console.error(`no bench is called ${unknown.join(', ')}; there are: ${BENCHES.join(', ')}`);
  process.exit(2);
}

demand(step('build', [process.execPath, 'scripts/build.mjs']));
const failed = BENCHES.filter((name) => wanted.length === 0 || wanted.includes(name.split('.')[0])).filter(
  (name) => loudly([process.execPath, '--import', 'tsx', `bench/${name}.ts`]) !== 0,
);
console.log(
  '\n× ratios of one run; ms* as on a machine where node -e 0 takes 40 ms. Results: bench/results/',
);
process.exitCode = failed.length > 0 ? 1 : 0;
