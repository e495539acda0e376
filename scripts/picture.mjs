// docs/images/ranking.svg: the demo's real output, drawn as a terminal.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { drawTerminal } from './docs/draw-terminal.ts';
import { buildIfStale } from './setup.mjs';
import { root } from './step.mjs';

export const PICTURE = 'docs/images/ranking.svg';
const COLUMNS = '110';
const ESCAPES = /\u001b\[[0-9;]*m/g;

const plain = (line) => line.replaceAll(ESCAPES, '');

const ELSEWHERE = /^\s*(note: |Weak evidence: checks ran without a sandbox)/;

/** From the head of the table to the verdict: the part that is the same on every machine and in every run. */
const ranking = (output) => {
  const lines = output.split('\n');
  const from = lines.findIndex((line) => plain(line).includes('# candidate'));
  const to = lines.findIndex((line) => plain(line).startsWith('Next:'));
  if (from === -1 || to === -1) throw new Error(`the demo printed no ranking:\n${output}`);
  const shown = lines.slice(from, to).filter((line) => !ELSEWHERE.test(plain(line)));
  return shown.slice(0, shown.findLastIndex((line) => line.trim() !== '') + 1);
};

/** Runs the demo and removes its repository. */
export const demoRanking = (colours = true) => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(root, 'dist/faces/cli/main.js'), 'demo'],
    {
      encoding: 'utf8',
      env: { ...process.env, COLUMNS, ...(colours ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) },
    },
  );
  const folder = / is in (\S+)\.\n/.exec(plain(stderr))?.[1];
  if (folder?.includes('hydra-demo-')) rmSync(folder, { recursive: true, force: true });
  if (status !== 0) throw new Error(`the demo ended with ${status}:\n${stderr}`);
  return ranking(stdout);
};

export const writePicture = async () => {
  buildIfStale();
  const lines = ['$ npm start', '', ...demoRanking()];
  const path = join(root, PICTURE);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, drawTerminal(lines, 'The ranking that the bundled example gives', Number(COLUMNS)));
  console.log(`wrote ${PICTURE}`);
};

if (process.argv[1]?.endsWith('picture.mjs')) await writePicture();
