import type { RunEvent } from '../../../core/domain/run/run-event.ts';
import { shortCount, shortTime } from '../../../core/report/run/race-text.ts';
import type { Paint } from '../../../core/report/text/paint.ts';
import { printableLine } from '../../../core/report/text/printable.ts';
import type { Terminal } from '../console/terminal.ts';
import { openProgress, type ProgressView } from './progress-view.ts';

const FRAME_MS = 200;
const QUIET_MS = 15_000;
const NAME_WIDTH = 22;

type Progress = Extract<RunEvent, { event: 'agent_progress' }>;
type Row = {
  state: string;
  startedAt: number | null;
  tookMs: number | null;
  progress: Progress | null;
  saidAt: number;
};

const usageOf = ({ tokens, usd, files }: Progress): string =>
  [
    `${shortCount(tokens)} tokens`,
    usd === null ? '' : `$${usd.toFixed(2)}`,
    files === null ? '' : `${files} ${files === 1 ? 'file' : 'files'}`,
  ]
    .filter((text) => text !== '')
    .join(', ');

const nameOf = (name: string): string => printableLine(name, NAME_WIDTH - 1).padEnd(NAME_WIDTH);

const lineOf = (paint: Paint, name: string, { state, startedAt, tookMs, progress }: Row): string => {
  const time = tookMs ?? (startedAt === null ? 0 : performance.now() - startedAt);
  const used = progress === null ? '' : usageOf(progress);
  const head = `  ${nameOf(name)}${state.padEnd(12)}${(time === 0 ? '' : shortTime(time)).padEnd(10)}${used.padEnd(26)}`;
  const room = Math.max(0, (process.stderr.columns ?? 80) - head.length - 2);
  return `${head}${paint.dim(printableLine(progress?.action ?? '', Math.max(1, room)))}`;
};

/** One line per agent, redrawn in place on a terminal; elsewhere a line for every change of state. */
const openAgentsView = (terminal: Terminal): ProgressView => {
  const { paint, note, live } = terminal;
  const rows = new Map<string, Row>();
  let drawn = 0;
  const rowOf = (agent: string): Row => {
    const row = rows.get(agent) ?? {
      state: 'waiting',
      startedAt: null,
      tookMs: null,
      progress: null,
      saidAt: 0,
    };
    rows.set(agent, row);
    return row;
  };
  const draw = (): void => {
    const lines = [...rows].map(([name, row]) => lineOf(paint, name, row));
    process.stderr.write(
      `${drawn > 0 ? `\u001b[${drawn}A` : ''}\u001b[J${lines.map((line) => `${line}\n`).join('')}`,
    );
    drawn = lines.length;
  };
  const timer = live ? setInterval(draw, FRAME_MS) : null;
  const say = (text: string): void => (live ? undefined : note(paint.dim(text)));
  return {
    on: (event) => {
      if (event.event === 'race_started') for (const { name } of event.entrants) rowOf(name);
      if (event.event === 'agent_at_work') {
        Object.assign(rowOf(event.agent), { state: 'working', startedAt: performance.now(), tookMs: null });
        say(`  ${event.agent}: started (${event.spec})`);
      }
      if (event.event === 'agent_progress') {
        const row = rowOf(event.agent);
        row.progress = event;
        if (performance.now() - row.saidAt > QUIET_MS) {
          row.saidAt = performance.now();
          say(`  ${event.agent}: ${usageOf(event)}, ${printableLine(event.action, 100)}`);
        }
      }
      if (event.event === 'agent_done') {
        const row = rowOf(event.agent);
        Object.assign(row, { state: event.label, tookMs: event.result?.wallMs ?? 0 });
        const why = event.label === 'done' ? '' : `: ${printableLine(event.reason, 160)}`;
        say(`  ${event.agent}: ${event.label}, ${event.files} files${why}`);
      }
      if (event.event === 'note' || event.event === 'stage') say(`· ${printableLine(event.text)}`);
    },
    close: () => {
      if (timer === null) return;
      clearInterval(timer);
      draw();
      drawn = 0;
    },
  };
};

/** Agents first, then the checks of what they made. */
export const openRaceView = (terminal: Terminal): ProgressView => {
  let view: ProgressView = openAgentsView(terminal);
  let checking = false;
  return {
    on: (event) => {
      if (event.event === 'evaluation_planned' && !checking) {
        view.close();
        view = openProgress(terminal);
        checking = true;
      }
      view.on(event);
    },
    close: () => view.close(),
  };
};
