// `npm run docs`: writes what documentation is generated from the code; with --check it only lists stale files.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commandReference, commandTable } from '../src/faces/cli/command-reference.ts';
import { agentTable } from './docs/agent-table.ts';
import { apiReference } from './docs/api-reference.ts';
import { configReference } from './docs/config-reference.ts';
import { fillPlaces } from './docs/fill-places.ts';
import { folderTable } from './docs/folder-table.ts';
import { flagReference } from './docs/flag-reference.ts';
import { jsonSchemas } from './docs/json-schemas.ts';
import { languageTables } from './docs/language-reference.ts';
import { measuredTable, resultsOf } from './docs/measured-table.ts';
import { profileTables } from './docs/profile-reference.ts';
import { root } from './step.mjs';

/** Pages written by hand, with generated tables between marks. */
const FILLED = [
  'README.md',
  'docs/agents.md',
  'docs/architecture.md',
  'docs/experiments.md',
  'docs/isolation.md',
  'docs/performance.md',
  'docs/profiles.md',
];

const read = (path) => {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return null;
  }
};

const filledPages = () => {
  const tables = {
    commands: commandTable('docs/commands.md'),
    agents: agentTable(),
    folders: folderTable(),
    ...profileTables(),
    ...languageTables(),
    measured: measuredTable(),
    verdict: resultsOf('verdict'),
  };
  return Object.fromEntries(FILLED.map((path) => [path, fillPlaces(read(path) ?? '', tables)]));
};

/** Path → text of every generated file, made in memory. */
export const generateDocs = async () => ({
  'docs/commands.md': await commandReference(),
  'docs/api.md': apiReference(),
  'docs/configuration.md': configReference(),
  'docs/flags.md': flagReference(),
  ...filledPages(),
  ...jsonSchemas(),
});

export const staleDocs = async () =>
  Object.entries(await generateDocs()).flatMap(([path, text]) => (read(path) === text ? [] : [path]));

const write = async () => {
  for (const [path, text] of Object.entries(await generateDocs())) {
    if (read(path) === text) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(`wrote ${path}`);
  }
};

if (process.argv[1]?.endsWith('generate-docs.mjs')) {
  if (process.argv.includes('--check')) {
    const stale = await staleDocs();
    for (const path of stale) console.error(`${path} is stale: run \`npm run docs\``);
    process.exitCode = stale.length === 0 ? 0 : 1;
  } else {
    await write();
    // The picture runs the demo, so it comes last and only on request.
    if (process.argv.includes('--picture')) await (await import('./picture.mjs')).writePicture();
  }
}
