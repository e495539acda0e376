import type { RunEvent } from '../../../core/domain/run/run-event.ts';
import { filesText, shortCount, shortTime, shortUsd } from '../../../core/report/run/race-text.ts';
import type { Paint } from '../../../core/report/text/paint.ts';
import { printableLine } from '../../../core/report/text/printable.ts';
import type { Terminal } from '../console/terminal.ts';
import { openProgress, type ProgressView } from './progress-view.ts';

const FRAME_MS = 200;
const QUIET_MS = 15_000;
const LONGEST_NAME = 22;
const USUAL_COLUMNS = 80;
const USUAL_ROWS = 30;
const ROWS_KEPT_FREE = 3;

type Progress = Pick<Extract<RunEvent, { event: 'agent_progress' }>, 'action' | 'tokens' | 'usd' | 'files'>;
type Row = {
  state: string;
  startedAt: number | null;
  tookMs: number | null;
  progress: Progress | null;
  /** Shown once it has ended, instead of its last action. */
  why: string | null;
  saidAt: number;
};

/** A view that can also print a line without disturbing what it draws. */
export type RaceView = ProgressView & { readonly say: (text: string) => void };

const usageOf = ({ tokens, usd, files }: Progress): string =>
  [
    tokens === null ? '' : `${shortCount(tokens)} tokens`,
    usd === null ? '' : shortUsd(usd),
    files === null ? '' : filesText(files),
  ]
    .filter((text) => text !== '')
    .join(', ');

const shownName = (name: string): string => printableLine(name, LONGEST_NAME);

const usedBy = ({ progress }: Row): string => (progress === null ? '' : usageOf(progress));

type Widths = { readonly name: number; readonly used: number; readonly columns: number };

/** As narrow as the rows allow: the rest of the line is for the last action. */
const widthsOf = (rows: readonly (readonly [string, Row])[], columns: number): Widths => ({
  name: Math.max(0, ...rows.map(([name]) => shownName(name).length)) + 2,
  used: Math.max(0, ...rows.map(([, row]) => usedBy(row).length)) + 2,
  columns,
});

/** One line that never wraps: it is cut to fit, the last action first. */
const lineOf = (paint: Paint, { name: wide, used, columns }: Widths, name: string, row: Row): string => {
  const { state, startedAt, tookMs, progress, why } = row;
  const time = tookMs ?? (startedAt === null ? 0 : performance.now() - startedAt);
  const head = `  ${shownName(name).padEnd(wide)}${state.padEnd(13)}${(time === 0 ? '' : shortTime(time)).padEnd(11)}${usedBy(row).padEnd(used)}`;
  const room = columns - 1 - head.length;
  if (room < 1) return head.slice(0, columns - 1).trimEnd();
  const shown = why === null || why === '' ? (progress?.action ?? '') : why;
  return `${head}${paint.dim(printableLine(shown, room).slice(0, room))}`;
};

const NO_PROGRESS: Progress = { action: '', tokens: null, usd: null, files: null };
const NEW_ROW: Row = {
  state: 'waiting',
  startedAt: null,
  tookMs: null,
  progress: null,
  why: null,
  saidAt: 0,
};

/** Collects what to draw: rows by agent, and what happens between rounds. */
const update = (rows: Map<string, Row>, event: RunEvent): void => {
  const change = (agent: string, to: Partial<Row>): void => {
    rows.set(agent, { ...(rows.get(agent) ?? NEW_ROW), ...to });
  };
  if (event.event === 'race_started') for (const { name } of event.entrants) change(name, {});
  if (event.event === 'agent_at_work')
    change(event.agent, { state: 'working', startedAt: performance.now(), tookMs: null, why: null });
  if (event.event === 'agent_progress') change(event.agent, { progress: event });
  if (event.event === 'agent_done') {
    const { agent, label, result, reason, files } = event;
    const progress = {
      ...(rows.get(agent)?.progress ?? NO_PROGRESS),
      tokens: result?.usage.known ? result.usage.value.total : null,
      usd: result?.costUsd.known ? result.costUsd.value : null,
      files,
    };
    change(agent, { state: label, tookMs: result?.wallMs ?? 0, why: reason, progress });
  }
};

/** One line per agent, redrawn in place. */
const liveAgents = ({ paint, note }: Terminal): RaceView => {
  const rows = new Map<string, Row>();
  let [drawn, stage] = [0, ''];
  // A terminal echoes ^C where the cursor is.
  const erase = (): string => (drawn > 0 ? `\r\u001b[${drawn}A\u001b[J` : '\r\u001b[J');
  const draw = (): void => {
    const { columns = USUAL_COLUMNS, rows: height = USUAL_ROWS } = process.stderr;
    const room = Math.max(3, height - ROWS_KEPT_FREE);
    const atWork = [...rows].filter(([, { state }]) => state === 'working');
    const shown = (rows.size <= room ? [...rows] : atWork).slice(0, room);
    const hidden = rows.size - shown.length;
    const widths = widthsOf(shown, columns);
    const lines = [
      ...shown.map(([name, row]) => lineOf(paint, widths, name, row)),
      ...(hidden === 0 ? [] : [paint.dim(`  … ${hidden} more`)]),
      ...(stage === '' ? [] : [paint.dim(`· ${printableLine(stage, columns - 3)}`.slice(0, columns - 1))]),
    ];
    process.stderr.write(`${erase()}${lines.map((line) => `${line}\n`).join('')}`);
    drawn = lines.length;
  };
  const say = (text: string): void => {
    process.stderr.write(erase());
    drawn = 0;
    note(text);
  };
  const timer = setInterval(draw, FRAME_MS);
  let closed = false;
  return {
    say: (text) => {
      say(text);
      if (!closed) draw();
    },
    on: (event) => {
      update(rows, event);
      if (event.event === 'stage') stage = event.text;
      if (event.event === 'agent_at_work') stage = '';
      if (event.event === 'note') say(paint.dim(`· ${printableLine(event.text)}`));
    },
    close: () => {
      if (closed) return;
      closed = true;
      clearInterval(timer);
      stage = '';
      draw();
    },
  };
};

/** A line for every change of state, and now and then one for an agent's progress. */
const plainAgents = ({ paint, note }: Terminal): RaceView => {
  const rows = new Map<string, Row>();
  const say = (text: string): void => note(paint.dim(text));
  return {
    say: note,
    on: (event) => {
      update(rows, event);
      if (event.event === 'agent_at_work') {
        rows.set(event.agent, { ...(rows.get(event.agent) ?? NEW_ROW), saidAt: performance.now() });
        say(`  ${event.agent}: started (${event.spec})`);
      }
      if (event.event === 'agent_progress') {
        const row = rows.get(event.agent) ?? NEW_ROW;
        if (performance.now() - row.saidAt > QUIET_MS) {
          rows.set(event.agent, { ...row, saidAt: performance.now() });
          const parts = [usageOf(event), printableLine(event.action, 100)].filter((part) => part !== '');
          say(`  ${event.agent}: ${parts.join(', ')}`);
        }
      }
      if (event.event === 'agent_done') {
        const why = event.reason === '' ? '' : `: ${printableLine(event.reason, 160)}`;
        say(`  ${event.agent}: ${event.label}, ${filesText(event.files)}${why}`);
      }
      if (event.event === 'note' || event.event === 'stage') say(`· ${printableLine(event.text)}`);
    },
    close: () => undefined,
  };
};

/** The agents first, then the checks of their candidates. */
export const openRaceView = (terminal: Terminal): RaceView => {
  const agents = terminal.live ? liveAgents(terminal) : plainAgents(terminal);
  let view: ProgressView = agents;
  return {
    on: (event) => {
      if (event.event === 'evaluation_planned' && view === agents) {
        view.close();
        view = openProgress(terminal);
      }
      view.on(event);
    },
    say: (text) => (view === agents ? agents.say(text) : terminal.note(text)),
    close: () => view.close(),
  };
};
