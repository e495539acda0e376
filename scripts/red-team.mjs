// `npm run red-team [js|python|ruby|go|rust|java] [parts of names]`: every attack and every honest patch through the engine, as a table.
import { rateLine, tableOf } from '../test/red-team/print-table.ts';
import { runField } from '../test/red-team/run-field.ts';
import { buildIfStale } from './setup.mjs';

buildIfStale();
const [first, ...parts] = process.argv.slice(2);
const languages = first === undefined ? ['js', 'python', 'ruby', 'go', 'rust', 'java'] : [first];
const results = [];
for (const language of languages) {
  const result = await runField(
    language,
    ({ name }) => name === 'honest-plain' || parts.length === 0 || parts.some((part) => name.includes(part)),
  );
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
