import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { logQuery } from '../api/queries.ts';
import type { LogOutline } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { count, plural } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { styleLine } from './ansi.ts';
import { foldOf, layOut, rowAt, rowOfLine } from './folds.ts';

const PAGE = 500;
const LINE_HEIGHT = 20;
/** Browsers draw nothing higher than about 16 million pixels; longer logs are shown in parts. */
const MOST_ROWS = 500_000;

/** Text with the search hits marked. */
const Marked = ({ text, sought }: { readonly text: string; readonly sought: string }) => {
  if (sought === '') return text;
  const [lower, wanted] = [text.toLowerCase(), sought.toLowerCase()];
  // Letters whose other case has more characters would shift the rest.
  if (lower.length !== text.length) return text;
  const parts: ReactNode[] = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, from)) {
    parts.push(
      text.slice(from, at),
      <mark key={at} className="rounded-xs bg-accent-soft text-ink outline outline-accent">
        {text.slice(at, at + wanted.length)}
      </mark>,
    );
    from = at + wanted.length;
  }
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  );
};

export const Line = ({
  number,
  text,
  hit,
  sought = '',
}: {
  readonly number: number;
  readonly text: string | undefined;
  readonly hit: boolean;
  readonly sought?: string;
}) => (
  <span data-hit={hit ? '' : undefined} className={`flex ${hit ? 'bg-warn-soft' : ''}`}>
    <span className="num w-[8ch] shrink-0 pr-3 text-right text-faint select-none">{number}</span>
    <span className="min-w-0 flex-1 whitespace-pre-wrap wrap-anywhere">
      {text === undefined ? (
        <span className="text-faint">…</span>
      ) : (
        styleLine(text).map((part, index) => (
          <span key={index} className={part.className}>
            <Marked text={part.text} sought={sought} />
          </span>
        ))
      )}
    </span>
  </span>
);

type Props = {
  readonly run: string;
  readonly digest: string;
  readonly lines: number;
  readonly parts: LogOutline['parts'];
  readonly fold: boolean;
  /** Zero-based; scrolled into view. */
  readonly target: number | null;
  readonly sought: string;
};

export const LogView = ({ run, digest, lines, parts, fold, target, sought }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [part, setPart] = useState(0);
  const hidden = target === null ? null : foldOf(parts, target);
  const layout = useMemo(
    () => layOut(lines, fold ? parts : [], (from) => opened.has(from) || from === hidden),
    [lines, parts, fold, opened, hidden],
  );
  const first = part * MOST_ROWS;
  const shown = Math.min(layout.rows - first, MOST_ROWS);
  const virtual = useVirtualizer({
    count: Math.max(shown, 0),
    getScrollElement: () => box.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 40,
  });
  useEffect(() => {
    if (target === null) return;
    const row = rowOfLine(layout, target);
    setPart(Math.floor(row / MOST_ROWS));
    requestAnimationFrame(() => virtual.scrollToIndex(row % MOST_ROWS, { align: 'center' }));
  }, [target, layout, virtual]);
  const items = virtual
    .getVirtualItems()
    .map((item) => ({ ...item, row: rowAt(layout, first + item.index) }));
  const pages = [
    ...new Set(items.flatMap(({ row }) => (row.kind === 'line' ? [Math.floor(row.line / PAGE)] : []))),
  ];
  const answers = useQueries({ queries: pages.map((page) => logQuery(run, digest, page * PAGE, PAGE)) });
  const textOf = (line: number): string | undefined =>
    answers[pages.indexOf(Math.floor(line / PAGE))]?.data?.text[line % PAGE];
  return (
    <>
      {layout.rows > MOST_ROWS && (
        <p className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2 text-sm">
          <Button disabled={part === 0} onClick={() => setPart(part - 1)}>
            Earlier
          </Button>
          <Button disabled={first + MOST_ROWS >= layout.rows} onClick={() => setPart(part + 1)}>
            Later
          </Button>
          <span className="num text-soft">
            part {part + 1} of {Math.ceil(layout.rows / MOST_ROWS)}
          </span>
        </p>
      )}
      <div
        ref={box}
        tabIndex={0}
        role="region"
        aria-label="Log"
        className="relative max-h-[70vh] overflow-auto py-2 font-mono text-xs leading-5"
      >
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, key, start, row }) => (
            <div
              key={key}
              data-index={index}
              ref={virtual.measureElement}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              {row.kind === 'line' ? (
                <Line
                  number={row.line + 1}
                  text={textOf(row.line)}
                  hit={row.line === target}
                  sought={sought}
                />
              ) : (
                <button
                  type="button"
                  className="flex w-full items-center gap-1 bg-sunken pl-[6ch] text-left text-faint hover:text-ink"
                  onClick={() => setOpened(new Set([...opened, row.from]))}
                >
                  <Icon name="right" className="size-3" />
                  {plural(row.to - row.from, 'quiet line')}
                  <span className="sr-only">
                    : show lines {count(row.from + 1)} to {count(row.to)}
                  </span>
                </button>
              )}
            </div>
          ))}
        </div>
      </div>
    </>
  );
};
