import type { DiffNote } from '../api/types.ts';
import { Chip, type Tone } from '../ui/chip.tsx';
import type { Token } from './highlight.ts';
import type { PatchLine, SplitRow } from './parse-patch.ts';
import type { TokensOf } from './use-tokens.ts';

const LINE_TONES = { '+': 'bg-added', '-': 'bg-removed', ' ': '' } as const;
const MARK_TONES = { '+': 'text-pass', '-': 'text-fail', ' ': 'text-faint' } as const;
const NUMBER = 'num w-[5ch] shrink-0 pr-2 text-right text-faint select-none';

/** The part of a changed line that its other side does not have. */
type Changed = { readonly from: number; readonly to: number };

const SHORTEST_ALIKE = 3;

/** A line without the beginning and end that both sides share; null: the two have nothing in common. */
const changedPart = (own: string, other: string): Changed | null => {
  const most = Math.min(own.length, other.length);
  let [start, end] = [0, 0];
  while (start < most && own[start] === other[start]) start += 1;
  while (end < most - start && own[own.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  const alike = own.slice(0, start).trim().length + own.slice(own.length - end).trim().length;
  return alike < SHORTEST_ALIKE ? null : { from: start, to: own.length - end };
};

type Piece = { readonly text: string; readonly className: string };

/** A line cut at the edges of its tokens and of its changed part. */
const piecesOf = (
  text: string,
  tokens: readonly Token[],
  changed: Changed | null,
  strong: string,
): readonly Piece[] => {
  const edges = [
    0,
    text.length,
    ...tokens.flatMap(({ from, to }) => [from, to]),
    ...(changed === null ? [] : [changed.from, changed.to]),
  ];
  const sorted = [...new Set(edges)].sort((one, other) => one - other);
  let token = 0;
  return sorted.slice(0, -1).map((from, at) => {
    const to = sorted[at + 1] ?? from;
    while (token < tokens.length && (tokens[token]?.to ?? 0) <= from) token += 1;
    const look = (tokens[token]?.from ?? Infinity) <= from ? (tokens[token]?.className ?? '') : '';
    const isChanged = changed !== null && from >= changed.from && to <= changed.to;
    return { text: text.slice(from, to), className: isChanged ? `${look} ${strong}` : look };
  });
};

const STRONG = { '+': 'bg-added-strong', '-': 'bg-removed-strong', ' ': '' } as const;
const MOST_COLOURED = 2000;

const Code = ({
  line,
  other,
  tokens,
  hit,
}: {
  readonly line: PatchLine;
  readonly other: PatchLine | null;
  readonly tokens: TokensOf;
  readonly hit: boolean;
}) => {
  const changed =
    other === null || line.mark === ' ' || line.text.length > MOST_COLOURED
      ? null
      : changedPart(line.text, other.text);
  const own = line.text.length > MOST_COLOURED ? [] : (tokens.get(line) ?? []);
  return (
    <span
      className={`min-w-0 flex-1 overflow-x-hidden whitespace-pre-wrap wrap-anywhere ${hit ? 'outline-2 outline-accent' : ''}`}
    >
      <span aria-hidden="true" className={`inline-block w-[2ch] select-none ${MARK_TONES[line.mark]}`}>
        {line.mark}
      </span>
      {line.mark !== ' ' && <span className="sr-only">{line.mark === '+' ? 'added: ' : 'removed: '}</span>}
      {own.length === 0 && changed === null
        ? line.text
        : piecesOf(line.text, own, changed, STRONG[line.mark]).map(({ text, className }, at) =>
            className === '' ? (
              text
            ) : (
              <span key={at} className={className}>
                {text}
              </span>
            ),
          )}
    </span>
  );
};

const Side = ({
  line,
  other,
  side,
  tokens,
  hit,
}: {
  readonly line: PatchLine | null;
  readonly other: PatchLine | null;
  readonly side: 'old' | 'new';
  readonly tokens: TokensOf;
  readonly hit: boolean;
}) =>
  line === null ? (
    <span className="hatched min-w-0 flex-1 bg-sunken" />
  ) : (
    <span className={`flex min-w-0 flex-1 ${LINE_TONES[line.mark]}`}>
      <span className={NUMBER}>{line[side] ?? ''}</span>
      <Code line={line} other={other} tokens={tokens} hit={hit} />
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

/** Findings at the line above. */
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
  tokens,
  hit,
}: {
  readonly row: DrawnRow;
  readonly unified: boolean;
  readonly tokens: TokensOf;
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
        <Side line={left} other={right} side="old" tokens={tokens} hit={false} />
        <Side line={right} other={left} side="new" tokens={tokens} hit={isHit} />
      </span>
    );
  const line = right ?? left;
  return line === null ? null : (
    <span className={`flex ${LINE_TONES[line.mark]}`}>
      <span className={NUMBER}>{line.old ?? ''}</span>
      <span className={NUMBER}>{line.new ?? ''}</span>
      <Code line={line} other={null} tokens={tokens} hit={isHit} />
    </span>
  );
};
