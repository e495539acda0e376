import type { Paint } from '../../../core/report/text/paint.ts';

export type ProgressCell = {
  readonly mark: string;
  readonly good: boolean;
  readonly name: string;
  readonly text: string;
};
export type ProgressRow = {
  readonly owner: string;
  readonly cells: readonly ProgressCell[];
  readonly running: string | null;
};

const NAME_WIDTH = 25;
/** Marks are two columns wide in some terminals. */
const SLACK = 3;
const GAP = '  ';
const ELLIPSIS = '…';

type Piece = { readonly plain: string; readonly painted: string };

const paintMark = ({ mark, good }: ProgressCell, paint: Paint): string =>
  (good ? paint.good : paint.bad)(mark);

/** From the longest text about a check to its mark alone. */
const SHAPES: readonly ((cell: ProgressCell, paint: Paint) => Piece)[] = [
  (cell, paint) => ({
    plain: `${cell.mark} ${cell.name} ${cell.text}`,
    painted: `${paintMark(cell, paint)} ${cell.name} ${paint.dim(cell.text)}`,
  }),
  (cell, paint) => ({
    plain: `${cell.mark} ${cell.name}`,
    painted: `${paintMark(cell, paint)} ${cell.name}`,
  }),
  (cell, paint) => ({ plain: cell.mark, painted: paintMark(cell, paint) }),
];

const widthOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { plain }) => sum + [...plain].length + GAP.length, 0);

const lastThatFit = (pieces: readonly Piece[], room: number): readonly Piece[] => {
  const left = [...pieces];
  while (left.length > 0 && widthOf(left) > room) left.shift();
  return left;
};

/** Always one line: a line that wraps cannot be redrawn. */
export const rowLine = (
  { owner, cells, running }: ProgressRow,
  { columns, paint, frame }: { readonly columns: number; readonly paint: Paint; readonly frame: string },
): string => {
  const room = Math.max(0, columns - GAP.length - NAME_WIDTH - SLACK);
  const at = running === null ? '' : running.slice(0, Math.max(0, room - 2));
  const now: readonly Piece[] =
    at === '' ? [] : [{ plain: `${frame} ${at}`, painted: `${paint.accent(frame)} ${at}` }];
  const left = room - widthOf(now);
  const shapes = SHAPES.map((shape) => cells.map((cell) => shape(cell, paint)));
  const fitting = shapes.find((pieces) => widthOf(pieces) <= left) ?? lastThatFit(shapes.at(-1) ?? [], left);
  const name = owner.length > NAME_WIDTH - 1 ? `${owner.slice(0, NAME_WIDTH - 2)}${ELLIPSIS}` : owner;
  return `${GAP}${name.padEnd(NAME_WIDTH)}${[...fitting, ...now].map(({ painted }) => painted).join(GAP)}`;
};
