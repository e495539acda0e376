import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import type { DiffFile, DiffNote, DiffPatch } from '../api/types.ts';
import { Answer } from '../ui/states.tsx';
import { DiffRow, type DrawnRow, Notes } from './diff-rows.tsx';
import { pairRows, parsePatch, type PatchRow, type SplitRow } from './parse-patch.ts';
import { useTokens } from './use-tokens.ts';

const LINE_HEIGHT = 20;

const alone = (rows: readonly PatchRow[]): readonly SplitRow[] =>
  rows.map((row) =>
    row.kind === 'line'
      ? {
          kind: 'pair',
          left: row.line.mark === '-' ? row.line : null,
          right: row.line.mark === '-' ? null : row.line,
        }
      : row,
  );

/** Notes go below their line: one of the new side, or a removed one. */
const withNotes = (rows: readonly SplitRow[], notes: readonly DiffNote[]): readonly DrawnRow[] => {
  const left = new Map(Map.groupBy(notes, ({ line }) => line));
  const take = (line: number | null | undefined): readonly DiffNote[] => {
    const found = left.get(line ?? -1) ?? [];
    left.delete(line ?? -1);
    return found;
  };
  const places = new Map<number, readonly DiffNote[]>();
  const sides = [
    (row: SplitRow) => (row.kind === 'pair' ? row.right?.new : null),
    (row: SplitRow) => (row.kind === 'pair' && row.left?.mark === '-' ? row.left.old : null),
  ];
  for (const side of sides)
    for (const [at, row] of rows.entries()) {
      const found = take(side(row));
      if (found.length > 0) places.set(at, [...(places.get(at) ?? []), ...found]);
    }
  const elsewhere = [...left].flatMap(([line, found]) => (line === 0 ? [] : found));
  const drawn = rows.flatMap((row, at): readonly DrawnRow[] => {
    const found = places.get(at);
    return found === undefined ? [row] : [row, { kind: 'notes', notes: found }];
  });
  return elsewhere.length === 0 ? drawn : [{ kind: 'notes', notes: elsewhere }, ...drawn];
};

const Lines = ({
  file,
  label,
  patch,
  unified,
  line,
}: {
  readonly file: DiffFile;
  readonly label: string;
  readonly patch: DiffPatch;
  readonly unified: boolean;
  readonly line: number | undefined;
}) => {
  const box = useRef<HTMLDivElement>(null);
  const parsed = useMemo(() => parsePatch(patch.patch), [patch.patch]);
  const tokens = useTokens(file.path, parsed);
  const rows = useMemo(
    () => withNotes(unified ? alone(parsed) : pairRows(parsed), file.notes),
    [parsed, unified, file.notes],
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 30,
  });
  useEffect(() => {
    const at = rows.findIndex((row) => row.kind === 'pair' && row.right?.new === line);
    if (line !== undefined && at !== -1) virtual.scrollToIndex(at, { align: 'center' });
  }, [rows, line, virtual]);
  return (
    <div
      ref={box}
      tabIndex={0}
      role="region"
      aria-label={label}
      className="relative max-h-[75vh] overflow-auto font-mono text-xs leading-5"
    >
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <div
              key={key}
              data-index={index}
              ref={virtual.measureElement}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <DiffRow row={row} unified={unified} tokens={tokens} hit={line} />
            </div>
          );
        })}
      </div>
    </div>
  );
};

/** One file's change. Only visible lines are rendered. */
export const FileDiff = ({
  file,
  label = `Change of ${file.path}`,
  query,
  unified,
  line,
}: {
  readonly file: DiffFile;
  /** Two changes of one file on a page need two names. */
  readonly label?: string;
  readonly query: UseQueryOptions<DiffPatch, Error, DiffPatch, string[]>;
  readonly unified: boolean;
  readonly line?: number | undefined;
}) => {
  const patch = useQuery(query);
  const whole = file.notes.filter((note) => note.line === 0);
  return (
    <>
      {whole.length > 0 && <Notes notes={whole} />}
      <Answer query={patch} what="the change">
        {(data) =>
          data.patch === '' ? (
            <p className="p-4 text-sm text-faint">
              {file.kind === 'text' ? 'No line changes.' : `A ${file.kind} file: its content is not shown.`}
            </p>
          ) : (
            <>
              <Lines file={file} label={label} patch={data} unified={unified} line={line} />
              {data.cut && (
                <p className="border-t border-line p-3 text-sm text-warn">
                  Only part of this file is shown. The recorded patch has all of it.
                </p>
              )}
            </>
          )
        }
      </Answer>
    </>
  );
};
