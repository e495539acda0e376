// What a race costs beyond its agents' time, and how much memory its coordinator uses.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hydra, type Line, line, makeRepository, measure, report, slowness } from './support.ts';

const AGENT_SECONDS = 60;

/** Prints a line per second, as an agent does, and finally changes a file. */
const SCRIPT = `i=0; while [ $i -lt ${AGENT_SECONDS} ]; do echo "step $i of an agent that works"; sleep 1; i=$((i+1)); done; echo 'export const value = 1;' > value.js`;

const TOML = `[scoring.commands]\ntest = "true"\n[agents.steady]\ncommand = ["sh", "-c", ${JSON.stringify(SCRIPT)}]\nnetwork = false\n`;

type Event = { readonly event: string; readonly time: string };

/** From the request to the evaluation: workspaces, sandboxes, supervision, and importing the changes. */
const phaseOf = (root: string): number => {
  const runs = join(root, '.hydra/runs');
  const [id = ''] = readdirSync(runs);
  const events = readFileSync(join(runs, id, 'events.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as Event);
  const timeOf = (name: string): number => Date.parse(events.find(({ event }) => event === name)?.time ?? '');
  return timeOf('evaluation_planned') - timeOf('created');
};

/** The same scripts at the same time, each in its own folder, without Hydra. */
const aloneMs = async (agents: number): Promise<number> => {
  const folders = Array.from({ length: agents }, () => mkdtempSync(join(tmpdir(), 'hydra-alone-')));
  try {
    const runs = await Promise.all(folders.map((folder) => measure('sh', ['-c', SCRIPT], folder)));
    return Math.max(...runs.map(({ ms }) => ms));
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
};

const raceWith = async (agents: number) => {
  const project = makeRepository({ 'hydra.toml': TOML, 'value.js': 'export const value = 0;\n' }, {});
  try {
    const words = ['race', '-p', 'change the value', '--agents', `steady:${agents}`, '--json'];
    const { peakMb, code } = await hydra(words, project.root);
    if (code === null || code > 1) throw new Error(`the race ended with ${code}`);
    return { peakMb, phaseMs: phaseOf(project.root) };
  } finally {
    project.remove();
  }
};

const alone = await aloneMs(8);
const before = slowness();
const eight = await raceWith(8);
const pace = (before + slowness()) / 2;
const addedMs = eight.phaseMs - alone;
const sixteen = await raceWith(16);
const lines: readonly Line[] = [
  line(
    `own cost of a race of 8 agents that end at once, over their time (${(alone / 1000).toFixed(0)} s)`,
    (addedMs / alone) * 100,
    '%',
    { atMost: 2 },
  ),
  // Agents sleep at the same pace on every machine; what Hydra adds does not.
  line('the same, as on a machine where node -e 0 takes 40 ms', (addedMs / pace / alone) * 100, '%*', {
    atMost: 2,
  }),
  line('memory of the coordinator with 16 agents at once', sixteen.peakMb, 'MB', { atMost: 300 }),
];
report('race', lines);
