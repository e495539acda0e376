// What a race costs over the time that its agents take, and what its coordinator holds in memory.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hydra, type Line, line, makeRepository, report } from './support.ts';

const AGENT_SECONDS = 60;

/** Prints a line a second, as an agent does, and changes a file at its end. */
const SCRIPT = `i=0; while [ $i -lt ${AGENT_SECONDS} ]; do echo "step $i of an agent that works"; sleep 1; i=$((i+1)); done; echo 'export const value = 1;' > value.js`;

const TOML = `[scoring.commands]\ntest = "true"\n[agents.steady]\ncommand = ["sh", "-c", ${JSON.stringify(SCRIPT)}]\nnetwork = false\n`;

type Event = {
  readonly event: string;
  readonly time: string;
  readonly result?: { readonly wallMs: number } | null;
};

/** From the first agent's start to the last one's end, and the longest time that an agent itself took. */
const phaseOf = (root: string): { readonly phaseMs: number; readonly agentMs: number } => {
  const runs = join(root, '.hydra/runs');
  const [id = ''] = readdirSync(runs);
  const events = readFileSync(join(runs, id, 'events.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as Event);
  const started = events.find(({ event }) => event === 'agent_at_work');
  const done = events.filter(({ event }) => event === 'agent_done');
  const phaseMs = Date.parse(done.at(-1)?.time ?? '') - Date.parse(started?.time ?? '');
  return { phaseMs, agentMs: Math.max(...done.map(({ result }) => result?.wallMs ?? 0)) };
};

const raceWith = async (agents: number) => {
  const project = makeRepository({ 'hydra.toml': TOML, 'value.js': 'export const value = 0;\n' }, {});
  try {
    const words = ['race', '-p', 'change the value', '--agents', `steady:${agents}`, '--json'];
    const { peakMb, code } = await hydra(words, project.root);
    if (code === null || code > 1) throw new Error(`the race ended with ${code}`);
    return { peakMb, ...phaseOf(project.root) };
  } finally {
    project.remove();
  }
};

const eight = await raceWith(8);
const sixteen = await raceWith(16);
const lines: readonly Line[] = [
  line(
    `time of 8 agents in a race over their own time (${AGENT_SECONDS} s)`,
    ((eight.phaseMs - AGENT_SECONDS * 1000) / (AGENT_SECONDS * 1000)) * 100,
    '%',
    { atMost: 2 },
  ),
  line('memory of the coordinator with 16 agents at once', sixteen.peakMb, 'MB', { atMost: 300 }),
];
report('race', lines);
