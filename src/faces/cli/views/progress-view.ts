import { checkVerdict, endedCheck } from '../../../core/report/run/check-verdict.ts';
import { printableLine } from '../../../core/report/text/printable.ts';
import type { OnEvent, RunEvent } from '../../../core/domain/run/run-event.ts';
import { type ProgressCell, rowLine } from './progress-row.ts';
import type { Terminal } from '../console/terminal.ts';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 120;
const ROWS_KEPT_FREE = 4;
const USUAL_COLUMNS = 80;

export type ProgressView = { readonly on: OnEvent; readonly close: () => void };

/** Plain lines, one per event, for logs and pipes. */
const plainView = ({ note, paint }: Terminal): ProgressView => ({
  on: (event) => {
    if (event.event === 'stage' || event.event === 'note') note(paint.dim(`· ${printableLine(event.text)}`));
    const ended = endedCheck(event);
    if (ended === null) return;
    const { mark, text } = checkVerdict(ended);
    for (const owner of ended.owners) note(paint.dim(`  ${owner}: ${ended.check} ${mark} ${text}`));
  },
  close: () => {},
});

type Row = { readonly cells: Map<string, ProgressCell>; running: string | null };

/** One row per candidate, redrawn in place. */
const liveView = ({ paint }: Terminal): ProgressView => {
  const rows = new Map<string, Row>();
  let stage = '';
  let drawn = 0;
  let frame = 0;
  const draw = (): void => {
    frame += 1;
    const spinner = FRAMES[frame % FRAMES.length] ?? '';
    const columns = process.stderr.columns ?? USUAL_COLUMNS;
    const rowText = (owner: string, { cells, running }: Row): string =>
      rowLine({ owner, cells: [...cells.values()], running }, { columns, paint, frame: spinner });
    const room = Math.max(3, (process.stderr.rows ?? 30) - ROWS_KEPT_FREE);
    const active = [...rows].filter(([, { running }]) => running !== null);
    const shown = rows.size <= room ? [...rows] : active.slice(0, room);
    const lines = [
      paint.dim(`${spinner} ${stage.slice(0, columns - 3)}`),
      ...shown.map(([owner, row]) => rowText(owner, row)),
    ];
    process.stderr.write(`${drawn > 0 ? `\u001b[${drawn}A` : ''}\u001b[J${lines.join('\n')}\n`);
    drawn = lines.length;
  };
  const timer = setInterval(draw, FRAME_MS);
  const rowOf = (owner: string): Row => {
    const row = rows.get(owner) ?? { cells: new Map(), running: null };
    rows.set(owner, row);
    return row;
  };
  const update = (event: RunEvent): void => {
    if (event.event === 'stage') stage = printableLine(event.text, 90);
    if (event.event === 'field') {
      for (const owner of event.owners) rows.set(owner, { cells: new Map(), running: null });
      stage = `checking ${event.owners.length - 1} candidates and the base`;
    }
    if (event.event === 'check_started') for (const owner of event.owners) rowOf(owner).running = event.check;
    const ended = endedCheck(event);
    if (ended === null) return;
    const cell = { name: ended.check, ...checkVerdict(ended) };
    for (const owner of ended.owners) {
      const row = rowOf(owner);
      row.running = null;
      row.cells.set(ended.check, cell);
    }
  };
  return {
    on: update,
    close: () => {
      clearInterval(timer);
      if (drawn > 0) process.stderr.write(`\u001b[${drawn}A\u001b[J`);
      drawn = 0;
    },
  };
};

export const openProgress = (terminal: Terminal): ProgressView =>
  terminal.live ? liveView(terminal) : plainView(terminal);
