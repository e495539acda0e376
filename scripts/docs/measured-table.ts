import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { markdownTable } from './markdown-table.ts';

const results = fileURLToPath(new URL('../../bench/results/', import.meta.url));

type Line = { what: string; value: number; unit: string; goal: string; met: boolean };

/** Benches in the order of interest; others follow by name. */
const ORDER = [
  'overhead',
  'against-naive',
  'trust',
  'workspaces',
  'startup',
  'pages',
  'agent',
  'brief',
  'assess',
  'growth',
];
const placeOf = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

const readLines = (file: string): readonly Line[] => {
  const { lines } = JSON.parse(readFileSync(join(results, file), 'utf8')) as { lines?: Line[] };
  return lines ?? [];
};

/** The results of one bench, without its name. */
export const resultsOf = (name: string): readonly string[] =>
  markdownTable(
    ['what', 'measured', 'goal'],
    readLines(`${name}.json`).map(({ what, value, unit, goal, met }) => [
      what,
      `${value.toFixed(2)} ${unit}`,
      `${goal}${met ? '' : ' (**not met**)'}`,
    ]),
  );

/** The latest results of bench/, as written there. */
export const measuredTable = (): readonly string[] => {
  const names = readdirSync(results)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace('.json', ''))
    .sort((left, right) => placeOf(left) - placeOf(right) || left.localeCompare(right));
  const rows = names.flatMap((name) =>
    readLines(`${name}.json`).map(({ what, value, unit, goal, met }) => [
      `\`${name}\``,
      what,
      `${value.toFixed(2)} ${unit}`,
      goal,
      met ? 'yes' : '**no**',
    ]),
  );
  return markdownTable(['bench', 'what', 'measured', 'goal', 'met'], rows);
};
