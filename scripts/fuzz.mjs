// `npm run fuzz -- [--cases N] [--seed S] [--only PART]`: random and damaged input for everything that reads what others wrote.
import { parseArgs } from 'node:util';
import { fuzzAll } from '../test/fuzz/fuzz-all.ts';
import { fuzzPatch } from '../test/fuzz/fuzz-patch.ts';
import { fuzzGit } from '../test/fuzz/fuzz-git.ts';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    git: { type: 'string', default: '200' },
    disk: { type: 'string', default: '2000' },
  },
});
const [cases, seed, gitCases, diskCases] = [values.cases, values.seed, values.git, values.disk].map(Number);
const since = performance.now();
const results = [...(await fuzzAll({ cases, seed, only: values.only }))];
if ('patch on disk'.includes(values.only)) results.push(await fuzzPatch({ cases: diskCases, seed }));
if ('git import'.includes(values.only)) results.push(await fuzzGit({ cases: gitCases, seed }));

const row = (...cells) => cells.map((cell, at) => (at === 0 ? cell.padEnd(26) : cell.padStart(11))).join('');
console.log(row('target', 'cases', 'µs/case', 'slowest ms', 'throws', 'hangs', 'unsound'));
for (const { target, cases: done, seconds, slowestMs, troubles } of results) {
  const count = (kind) => String(troubles.filter((trouble) => trouble.kind === kind).length);
  console.log(
    row(
      target,
      String(done),
      ((seconds / Math.max(1, done)) * 1e6).toFixed(0),
      slowestMs.toFixed(1),
      count('throw'),
      count('hang'),
      count('unsound'),
    ),
  );
  for (const { at, kind, what, input } of troubles)
    console.log(`  ✗ case ${at} of seed ${seed}: ${kind}: ${what}\n    ${input.slice(0, 400)}`);
}
const bad = results.flatMap(({ troubles }) => troubles).length;
const total = results.reduce((sum, { cases: done }) => sum + done, 0);
console.log(
  `${total} cases, seed ${seed}, ${((performance.now() - since) / 1000).toFixed(0)} s: ${bad === 0 ? 'no trouble' : `${bad} troubles`}`,
);
process.exitCode = bad === 0 && total > 0 ? 0 : 1;
