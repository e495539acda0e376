import type { DiffNote } from '../api/types.ts';
import { Chip, type Tone } from '../ui/chip.tsx';
import type { PatchLine, SplitRow } from './parse-patch.ts';

const LINE_TONES = { '+': 'bg-added', '-': 'bg-removed', ' ': '' } as const;
const MARK_TONES = { '+': 'text-pass', '-': 'text-fail', ' ': 'text-faint' } as const;
const NUMBER = 'num w-[5ch] shrink-0 pr-2 text-right text-faint select-none';

const Code = ({ line, hit }: { readonly line: PatchLine; readonly hit: boolean }) => (
  <span
    className={`min-w-0 flex-1 overflow-x-hidden whitespace-pre-wrap wrap-anywhere ${hit ? 'outline-2 outline-accent' : ''}`}
  >
    <span aria-hidden="true" className={`inline-block w-[2ch] select-none ${MARK_TONES[line.mark]}`}>
      {line.mark}
    </span>
    {line.mark !== ' ' && <span className="sr-only">{line.mark === '+' ? 'added: ' : 'removed: '}</span>}
    {line.text}
  </span>
);

const Side = ({
  line,
  side,
  hit,
}: {
  readonly line: PatchLine | null;
  readonly side: 'old' | 'new';
  readonly hit: boolean;
}) =>
  line === null ? (
    <span className="hatched min-w-0 flex-1 bg-sunken" />
  ) : (
    <span className={`flex min-w-0 flex-1 ${LINE_TONES[line.mark]}`}>
      <span className={NUMBER}>{line[side] ?? ''}</span>
      <Code line={line} hit={hit} />
    </span>
  );

const TONES: Readonly<Record<string, Tone>> = {
  block: 'fail',
  error: 'fail',
  high: 'fail',
  warn: 'warn',
  warning: 'warn',
  medium: 'warn',
};

/** What was found at the line above. */
export const Notes = ({ notes }: { readonly notes: readonly DiffNote[] }) => (
  <span className="block space-y-1 border-y border-line bg-surface px-3 py-2 font-sans whitespace-normal">
    {notes.map((note, index) => (
      <span key={index} className="flex flex-wrap items-baseline gap-2 text-sm">
        <Chip tone={TONES[note.level] ?? 'neutral'}>
          {note.kind}: {note.id}
        </Chip>
        <span className="min-w-0 wrap-anywhere">{note.message}</span>
      </span>
    ))}
  </span>
);

export type DrawnRow = SplitRow | { readonly kind: 'notes'; readonly notes: readonly DiffNote[] };

export const DiffRow = ({
  row,
  unified,
  hit,
}: {
  readonly row: DrawnRow;
  readonly unified: boolean;
  readonly hit: number | undefined;
}) => {
  if (row.kind === 'notes') return <Notes notes={row.notes} />;
  if (row.kind === 'hunk')
    return (
      <span className="block truncate border-y border-line bg-sunken px-3 py-0.5 text-faint">
        ⋯ {row.text}
      </span>
    );
  if (row.kind === 'note')
    return <span className="block bg-sunken px-3 text-faint italic wrap-anywhere">{row.text}</span>;
  const { left, right } = row;
  const isHit = hit !== undefined && right?.new === hit;
  if (!unified)
    return (
      <span className="flex divide-x divide-line">
        <Side line={left} side="old" hit={false} />
        <Side line={right} side="new" hit={isHit} />
      </span>
    );
  const line = right ?? left;
  return line === null ? null : (
    <span className={`flex ${LINE_TONES[line.mark]}`}>
      <span className={NUMBER}>{line.old ?? ''}</span>
      <span className={NUMBER}>{line.new ?? ''}</span>
      <Code line={line} hit={isHit} />
    </span>
  );
};
