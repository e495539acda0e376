import type { Round } from '../../domain/run/tournament.ts';
import type { ReportLayout } from '../report-format.ts';
import type { Paint } from '../text/paint.ts';
import { printableLine } from '../text/printable.ts';

export type DrawnBracket = {
  /** Names and totals by index; only participants are read. */
  readonly names: readonly string[];
  readonly totals: ReadonlyMap<number, number>;
  readonly rounds: readonly Round[];
  readonly winnerIndex: number;
  readonly decimals: number;
};

const MARGIN = 2;
const FEWEST_LETTERS = 6;
const MOST_LETTERS = 28;
const BYE = ' (bye)';
const MARK = '▶ ';

type Label = { readonly row: number; readonly index: number; readonly bye: boolean };
type Style = 'winner' | 'lost' | 'plain';
type Piece = { readonly row: number; readonly at: number; readonly text: string; readonly style: Style };

const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;

/** Draws the lines that join a group, from column `at` on; returns the row where its winner continues. */
const join = (rows: readonly number[], at: number, from: readonly number[], pieces: Piece[]): number => {
  const [first = 0, last = first] = [rows[0], rows.at(-1)];
  const middle = Math.floor((first + last) / 2);
  const place = (row: number, column: number, text: string) =>
    pieces.push({ row, at: column, text, style: 'lost' });
  for (const [which, row] of rows.entries()) {
    const start = (from[which] ?? 0) + 1;
    place(row, start, '─'.repeat(Math.max(0, at - start)));
  }
  for (let row = first; row <= last; row++) {
    const member = rows.includes(row);
    const corner = first === last ? '─' : row === first ? '┐' : row === last ? '┘' : member ? '┤' : '│';
    const out = row === middle && first !== last ? (member ? '┼' : '├') : corner;
    place(row, at, out);
  }
  place(middle, at + 1, '─');
  return middle;
};

const widthOf = (row: readonly Piece[]): number =>
  Math.max(0, ...row.map(({ at, text }) => at + text.length));

const paintRow = (pieces: readonly Piece[], paint: Paint): string => {
  let [line, width] = ['', 0];
  const paints: Readonly<Record<Style, (text: string) => string>> = {
    winner: (text) => paint.good(paint.bold(text)),
    lost: paint.dim,
    plain: (text) => text,
  };
  for (const { at, text, style } of [...pieces].sort((left, right) => left.at - right.at)) {
    line += ' '.repeat(Math.max(0, at - width)) + paints[style](text);
    width = Math.max(width, at) + text.length;
  }
  return line.trimEnd();
};

/** Rows of pieces, each at its column. */
const layOut = (drawn: DrawnBracket, letters: number): readonly (readonly Piece[])[] => {
  const { names, totals, rounds, winnerIndex, decimals } = drawn;
  const pieces: Piece[] = [];
  const total = (index: number): string => (totals.get(index) ?? 0).toFixed(decimals);
  const widest = Math.max(...[...totals.keys()].map((index) => total(index).length));
  const name = (index: number): string => cut(printableLine(names[index] ?? ''), letters);
  let at = MARGIN;
  let labels: Label[] = (rounds[0]?.groups.flat() ?? [winnerIndex]).map((index, place) => ({
    row: 2 * place,
    index,
    bye: false,
  }));
  for (const [level, { groups, winners }] of rounds.entries()) {
    const texts = labels.map(({ index, bye }) =>
      level === 0
        ? `${name(index).padEnd(letters)} ${total(index).padStart(widest)}`
        : name(index) + (bye ? BYE : ''),
    );
    for (const [which, { row, index }] of labels.entries())
      pieces.push({ row, at, text: texts[which] ?? '', style: winners.includes(index) ? 'plain' : 'lost' });
    const corner = at + Math.max(...texts.map((text) => text.length)) + 2;
    const next: Label[] = [];
    let taken = 0;
    for (const [which, group] of groups.entries()) {
      const rows = labels.slice(taken, taken + group.length).map(({ row }) => row);
      const from = texts.slice(taken, taken + group.length).map((text) => at + text.length);
      const row = join(rows, corner, from, pieces);
      next.push({ row, index: winners[which] ?? 0, bye: group.length === 1 });
      taken += group.length;
    }
    labels = next;
    at = corner + 3;
  }
  const end = labels[0]?.row ?? 0;
  pieces.push({ row: end, at, text: `${MARK}${name(winnerIndex)} ${total(winnerIndex)}`, style: 'winner' });
  const rows: Piece[][] = [];
  for (const piece of pieces) (rows[piece.row] ??= []).push(piece);
  return Array.from(rows, (row: Piece[] | undefined) => row ?? []);
};

/** If a tree does not fit: the results round by round. */
const listRounds = (drawn: DrawnBracket, { columns, paint }: ReportLayout): readonly string[] => {
  const { names, totals, rounds, winnerIndex, decimals } = drawn;
  const letters = Math.max(FEWEST_LETTERS, Math.min(MOST_LETTERS, Math.floor(columns / 2) - 16));
  const say = (index: number): string =>
    `${cut(printableLine(names[index] ?? ''), letters)} ${(totals.get(index) ?? 0).toFixed(decimals)}`;
  const widest = Math.max(...[...totals.keys()].map((index) => say(index).length));
  const lines = rounds.flatMap(({ groups, winners }, level) => [
    paint.bold(`Round ${level + 1}`),
    ...groups.flatMap((group, which) => {
      const best = winners[which] ?? 0;
      const others = group.filter((index) => index !== best);
      if (others.length === 0) return [`  ${say(best)}${BYE}`];
      return others.map(
        (index, at) =>
          `  ${(at === 0 ? say(best) : '').padEnd(widest)}  ${paint.dim(`${at === 0 ? 'beats' : '  and'} ${say(index)}`)}`,
      );
    }),
  ]);
  return [...lines, paint.good(paint.bold(`${MARK}${say(winnerIndex)}`))];
};

/** The bracket from left to right, with names cut to fit; a list if they would be unreadable. */
export const bracketLines = (drawn: DrawnBracket, layout: ReportLayout): readonly string[] => {
  const { names, totals } = drawn;
  const longest = Math.max(1, ...[...totals.keys()].map((index) => printableLine(names[index] ?? '').length));
  const fewest = Math.min(longest, FEWEST_LETTERS);
  for (let letters = Math.min(longest, MOST_LETTERS); letters >= fewest; letters--) {
    const rows = layOut(drawn, letters);
    if (rows.every((row) => widthOf(row) <= layout.columns))
      return rows.map((row) => paintRow(row, layout.paint));
  }
  return listRounds(drawn, layout);
};
