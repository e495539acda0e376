import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { Matrix } from '../api/types.ts';
import { Icon } from '../ui/icon.tsx';

export type Cell = { readonly source: string; readonly test: string };

/** Distinguished by sign and lightness as well as by colour. */
export const CODES: Readonly<Record<string, { readonly word: string; readonly sign: string }>> = {
  p: { word: 'passed', sign: '' },
  f: { word: 'failed', sign: '×' },
  s: { word: 'skipped', sign: '–' },
  '.': { word: 'not run', sign: '' },
};
export const CODE_CLASSES: Readonly<Record<string, string>> = {
  p: 'bg-pass-cell',
  f: 'bg-fail-fill text-[#1c0b00] font-bold',
  s: 'bg-line text-soft',
  '.': 'hatched border border-line',
};

const ROW = 28;
const COLUMN = 30;
const HEAD = 132;

type Place = { readonly row: number; readonly column: number };
const STEPS: Readonly<Record<string, Place>> = {
  ArrowDown: { row: 1, column: 0 },
  ArrowUp: { row: -1, column: 0 },
  ArrowRight: { row: 0, column: 1 },
  ArrowLeft: { row: 0, column: -1 },
};

const groupNames = ({ groups }: Matrix): readonly (readonly [first: number, name: string])[] =>
  groups.map(({ kind, author, first }) => [
    first,
    kind === 'base'
      ? 'Tests of the base'
      : kind === 'hidden'
        ? 'Hidden tests'
        : `New tests of ${author ?? 'a candidate'}`,
  ]);

type Line =
  | { readonly kind: 'group'; readonly name: string }
  | { readonly kind: 'test'; readonly index: number };

/** Every group has its heading above its first visible test. */
const linesOf = (matrix: Matrix, tests: readonly number[]): readonly Line[] => {
  const names = groupNames(matrix);
  let heading = '';
  return tests.flatMap((index): readonly Line[] => {
    const name = names.findLast(([first]) => first <= index)?.[1] ?? '';
    if (name === heading) return [{ kind: 'test', index }];
    heading = name;
    return [
      { kind: 'group', name },
      { kind: 'test', index },
    ];
  });
};

const Heads = ({
  sources,
  winner,
}: {
  readonly sources: readonly string[];
  readonly winner: string | null;
}) => (
  <div role="row" className="sticky top-0 z-10 flex border-b border-line bg-surface" style={{ height: HEAD }}>
    <div
      role="columnheader"
      className="sticky left-0 z-10 flex w-44 shrink-0 items-end border-r border-line bg-surface px-3 pb-2 text-xs text-faint sm:w-80"
    >
      Test
    </div>
    {sources.map((source) => (
      <div
        key={source}
        role="columnheader"
        className="relative shrink-0"
        style={{ width: COLUMN }}
        title={source}
      >
        <span
          className={`absolute bottom-2 left-1/2 max-h-30 truncate text-xs [writing-mode:vertical-rl] -translate-x-1/2 rotate-180 ${source === winner ? 'font-semibold text-accent' : 'text-soft'}`}
        >
          {source}
        </span>
        {source === winner && (
          <Icon name="crown" className="absolute top-1 left-1/2 size-3.5 -translate-x-1/2 text-accent" />
        )}
      </div>
    ))}
  </div>
);

type RowProps = {
  readonly matrix: Matrix;
  readonly index: number;
  readonly row: number;
  readonly focused: number | null;
  readonly onFocus: (place: Place) => void;
  readonly onOpen: (cell: Cell) => void;
};

const markOf = ({ marks }: Matrix, index: number): string | null => {
  if (marks.quarantined.includes(index)) return 'flaky';
  return marks.excused.includes(index) ? 'contested' : null;
};

/** Prefix of reports of new tests. */
const FILE_FIRST = /^[^ >]+\.[a-z]{1,5} > /i;

/** Most ids begin with the file; the tooltip has both. */
const nameOf = ({ tests, files }: Matrix, index: number): string => {
  const [test = '', file] = [tests[index], files[index]];
  const prefix = file === null || file === undefined ? FILE_FIRST.exec(test)?.[0] : `${file} > `;
  return prefix !== undefined && test.startsWith(prefix) ? test.slice(prefix.length) : test;
};

const TestRow = ({ matrix, index, row, focused, onFocus, onOpen }: RowProps) => {
  const test = matrix.tests[index] ?? '';
  const mark = markOf(matrix, index);
  return (
    <>
      <div
        role="rowheader"
        className="sticky left-0 z-5 flex w-44 shrink-0 items-center gap-1 border-r border-line bg-surface px-3 text-xs sm:w-80"
        title={`${test}\n${matrix.files[index] ?? ''}`}
      >
        <span className="truncate">{nameOf(matrix, index)}</span>
        {mark !== null && <span className="text-warn">({mark})</span>}
      </div>
      {matrix.sources.map((source, column) => {
        const code = matrix.rows[column]?.[index] ?? '.';
        return (
          <div key={source} role="gridcell" className="shrink-0 p-0.5" style={{ width: COLUMN }}>
            <button
              type="button"
              data-cell={`${row}-${column}`}
              tabIndex={focused === column ? 0 : -1}
              aria-label={`${source}: ${CODES[code]?.word ?? code}`}
              className={`grid size-full place-items-center rounded-sm text-xs ${CODE_CLASSES[code] ?? ''}`}
              onFocus={() => onFocus({ row, column })}
              onClick={() => onOpen({ source, test })}
            >
              {CODES[code]?.sign}
            </button>
          </div>
        );
      })}
    </>
  );
};

type Props = {
  readonly matrix: Matrix;
  readonly tests: readonly number[];
  readonly winner: string | null;
  readonly onOpen: (cell: Cell) => void;
};

/** Tests × sources. Arrow keys move, Enter opens a test's output. */
export const HeatMap = ({ matrix, tests, winner, onOpen }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => linesOf(matrix, tests), [matrix, tests]);
  const [at, setAt] = useState<Place>({ row: lines.findIndex(({ kind }) => kind === 'test'), column: 0 });
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 12,
    scrollPaddingStart: HEAD,
  });
  const move = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    let row = at.row + step.row;
    if (lines[row]?.kind === 'group') row += step.row;
    const column = at.column + step.column;
    if (lines[row]?.kind !== 'test' || column < 0 || column >= matrix.sources.length) return;
    setAt({ row, column });
    virtual.scrollToIndex(row);
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-cell="${row}-${column}"]`)?.focus(),
    );
  };
  return (
    <div ref={box} className="relative max-h-[75vh] overflow-auto rounded-lg border border-line bg-surface">
      <div
        role="grid"
        aria-label="Test matrix: tests by source"
        aria-rowcount={lines.length + 1}
        aria-colcount={matrix.sources.length + 1}
        className="w-max min-w-full"
        onKeyDown={move}
      >
        <Heads sources={matrix.sources} winner={winner} />
        <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index: row, key, start }) => {
            const line = lines[row];
            return line === undefined ? null : (
              <div
                key={key}
                role="row"
                aria-rowindex={row + 2}
                className={`absolute inset-x-0 flex ${line.kind === 'group' ? 'bg-sunken' : 'hover:bg-sunken'}`}
                style={{ height: ROW, transform: `translateY(${start}px)` }}
              >
                {line.kind === 'group' ? (
                  <div
                    role="rowheader"
                    className="sticky left-0 w-max px-3 pt-1 text-xs font-semibold text-soft"
                  >
                    {line.name}
                  </div>
                ) : (
                  <TestRow
                    matrix={matrix}
                    index={line.index}
                    row={row}
                    focused={at.row === row ? at.column : null}
                    onFocus={setAt}
                    onOpen={onOpen}
                  />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
};
