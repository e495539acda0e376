// `npm run campaign:wild -- --clones FOLDER`: historical fixes of public repositories through `hydra evaluate`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { nameOf, prepareCase, runCase, storedResult } from '../test/wild/run-case.ts';
import { readWildList, WILD_LIST } from '../test/wild/wild-list.ts';
import { summarise, wildTable } from '../test/wild/wild-table.ts';
import { root } from './step.mjs';

const { values } = parseArgs({
  options: {
    clones: { type: 'string', default: process.env.HYDRA_WILD_CLONES },
    out: { type: 'string', default: 'reports/wild' },
    work: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    list: { type: 'string' },
    seed: { type: 'string', default: '1' },
    limit: { type: 'string', default: '1000' },
    'timeout-minutes': { type: 'string', default: '15' },
    'by-hand': { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
    engine: { type: 'string' },
  },
});
if (values.clones === undefined && !values.table) {
  console.error(
    'Name the folder with the clones: --clones FOLDER or HYDRA_WILD_CLONES. docs/wild.md says how to fill it.',
  );
  process.exit(3);
}

const out = resolve(values.out);
const campaign = {
  clones: resolve(values.clones ?? '.'),
  results: out,
  work: resolve(values.work ?? join(out, 'work')),
  hydra: join(root, 'dist/faces/cli/main.js'),
  // The last change of the engine: results stay valid when only documents or tests change.
  engine:
    values.engine ??
    execFileSync('git', ['log', '-1', '--format=%h', '--abbrev=12', '--', 'src', 'reporters'], {
      cwd: root,
      encoding: 'utf8',
    }).trim(),
  seed: values.seed,
  timeoutMs: Number(values['timeout-minutes']) * 60_000,
};
mkdirSync(out, { recursive: true });

const isWanted = ({ repository, language }) =>
  values.only.length === 0 || values.only.some((part) => repository.includes(part) || language === part);
const list = values.list === undefined ? WILD_LIST : readWildList(resolve(values.list));
const wanted = list.filter(isWanted).slice(0, Number(values.limit));

const tell = (one, text) => console.log(`${nameOf(one)}: ${text}`);
const results = [];
for (const one of wanted) {
  try {
    if (values['by-hand']) {
      const { byHand, entrants, leftOut } = await prepareCase(campaign, one);
      tell(
        one,
        byHand.ok ? `${entrants.map(({ kind }) => kind).join(', ')}; left out ${leftOut.length}` : byHand.why,
      );
      continue;
    }
    const stored = values.again ? null : await storedResult(campaign, one);
    if (stored === null && values.table) continue;
    const result = stored ?? (await runCase(campaign, one));
    results.push(result);
    const { judgement, byHand, timeRatio } = result;
    tell(
      one,
      judgement === null
        ? `not by hand: ${byHand.why}`
        : `${judgement.outcome}, winner ${judgement.winner}${judgement.refused ? ', fix refused' : ''}, ${timeRatio?.toFixed(1)} × its test command. ${judgement.why}`,
    );
  } catch (error) {
    tell(one, `not tried: ${error.message}`);
  }
}

if (!values['by-hand']) {
  const about = { date: new Date().toISOString().slice(0, 10), engine: campaign.engine };
  const table = wildTable(results, about);
  writeFileSync(join(out, 'wild.md'), `${table}\n`);
  writeFileSync(
    join(out, 'wild.json'),
    `${JSON.stringify({ ...about, summary: summarise(results), results }, null, 2)}\n`,
  );
  console.log(`\n${table}`);
  // A wrong winner fails the campaign; abstaining does not.
  process.exitCode = summarise(results).wrong > 0 ? 1 : 0;
}
