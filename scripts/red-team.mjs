// `npm run red-team [js|python|ruby|go|rust|java] [parts of names] [--alone]`: every attack and every honest patch through the engine, as a table.
import { rateLine, rowOf, tableOf } from '../test/red-team/print-table.ts';
import { runAlone, runField } from '../test/red-team/run-field.ts';
import { buildIfStale } from './setup.mjs';

buildIfStale();
const words = process.argv.slice(2);
const alone = words.includes('--alone');
const [first, ...parts] = words.filter((word) => word !== '--alone');
const languages = first === undefined ? ['js', 'python', 'ruby', 'go', 'rust', 'java'] : [first];
const isWanted = ({ name }) => parts.length === 0 || parts.some((part) => name.includes(part));
const results = [];
if (alone) {
  let bad = false;
  for (const language of languages) {
    console.log(`\n${language}, each alone`);
    const escapes = await runAlone(language, isWanted, (judgement) => {
      bad ||= !judgement.ok;
      console.log(rowOf(judgement, 30));
    });
    for (const escape of escapes) console.log(`✗ escaped: ${escape}`);
    bad ||= escapes.length > 0;
  }
  process.exit(bad ? 1 : 0);
}
for (const language of languages) {
  const result = await runField(language, (given) => given.name === 'honest-plain' || isWanted(given));
  results.push(result);
  console.log(
    `\n${language}, ${result.seconds.toFixed(0)} s, winners: ${result.winners.join(', ')}\n${tableOf(result)}`,
  );
  for (const escape of result.escapes) console.log(`✗ escaped: ${escape}`);
  for (const name of result.notHonest) console.log(`✗ the hidden tests refuse ${name}`);
  console.log(rateLine(language, [result]));
}
console.log(`\n${rateLine('all', results)}`);
const bad = results.some(
  ({ escapes, notHonest, judgements }) =>
    escapes.length + notHonest.length > 0 || judgements.some(({ ok }) => !ok),
);
process.exitCode = bad ? 1 : 0;
