import { useRef, useState } from 'react';
import type { Lane, Span } from '../api/types.ts';
import { duration } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';

const STATES: Readonly<
  Record<Span['state'], { readonly word: string; readonly className: string; readonly sign: string }>
> = {
  running: { word: 'running', className: 'bg-accent-soft border border-accent text-accent', sign: '' },
  passed: { word: 'passed', className: 'bg-pass-fill text-white', sign: '' },
  failed: { word: 'failed', className: 'bg-fail-fill text-[#1c0b00]', sign: '×' },
  reused: { word: 'reused', className: 'bg-pass-soft text-pass border border-pass-fill', sign: '↺' },
  stopped: { word: 'stopped', className: 'hatched border border-fail text-fail', sign: '■' },
  'not-started': { word: 'not started', className: 'bg-line text-soft', sign: '–' },
};

const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** Spans that overlap go below each other. */
const stack = (spans: readonly Span[], endMs: number): readonly (readonly [Span, number])[] => {
  const ends: number[] = [];
  return [...spans]
    .sort((a, b) => a.startMs - b.startMs)
    .map((span) => {
      const free = ends.findIndex((end) => end <= span.startMs);
      const level = free === -1 ? ends.length : free;
      ends[level] = span.endMs ?? endMs;
      return [span, level] as const;
    });
};

const describe = (lane: string, span: Span, endMs: number): string =>
  [
    `${lane}: ${span.check}`,
    STATES[span.state].word,
    `${duration((span.endMs ?? endMs) - span.startMs)} from ${duration(span.startMs)}`,
    span.detail,
  ]
    .filter((part) => part !== null)
    .join(', ');

const LEVEL = 22;

const LaneRow = ({
  lane,
  endMs,
  wins,
  onChoose,
}: {
  readonly lane: Lane;
  readonly endMs: number;
  readonly wins: boolean;
  readonly onChoose: (text: string) => void;
}) => {
  const placed = stack(lane.spans, endMs);
  const levels = Math.max(1, ...placed.map(([, level]) => level + 1));
  return (
    <li className="flex border-b border-line last:border-0">
      <p className="flex w-28 shrink-0 items-start gap-1 border-r border-line px-3 py-1.5 text-sm sm:w-48">
        {wins && <Icon name="crown" className="mt-0.5 size-3.5 text-accent" />}
        <span className="truncate" title={lane.name}>
          {lane.name === 'baseline' ? 'base' : lane.name}
        </span>
      </p>
      <ul className="relative min-w-0 flex-1" style={{ height: levels * LEVEL + 12 }}>
        {placed.map(([span, level]) => {
          const { className, sign } = STATES[span.state];
          const text = describe(lane.name, span, endMs);
          return (
            <li
              key={span.key}
              className="absolute"
              style={{
                left: `${(span.startMs / endMs) * 100}%`,
                width: `max(3px, ${(((span.endMs ?? endMs) - span.startMs) / endMs) * 100}%)`,
                top: 6 + level * LEVEL,
                height: LEVEL - 3,
              }}
            >
              <button
                type="button"
                title={text}
                aria-label={text}
                data-state={span.state}
                className={`block size-full overflow-hidden rounded-sm px-1 text-left text-[0.6875rem] leading-[1.15rem] whitespace-nowrap ${className}`}
                onClick={() => onChoose(text)}
                onFocus={() => onChoose(text)}
              >
                {sign} {span.check}
                {span.state === 'running' && span.detail !== null && `: ${span.detail}`}
              </button>
            </li>
          );
        })}
      </ul>
    </li>
  );
};

/** A lane per candidate on one time axis. */
export const Lanes = ({
  lanes,
  endMs,
  winner,
}: {
  readonly lanes: readonly Lane[];
  readonly endMs: number;
  readonly winner: string | null;
}) => {
  const [chosen, setChosen] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const end = Math.max(endMs, 1);
  return (
    <div ref={box}>
      <div className="relative overflow-x-auto">
        <div className="min-w-[34rem]">
          <div aria-hidden="true" className="flex border-b border-line text-xs text-faint">
            <span className="w-28 shrink-0 border-r border-line px-3 py-1 sm:w-48">Lane</span>
            <span className="num relative h-6 flex-1">
              {TICKS.map((tick) => (
                <span
                  key={tick}
                  className="absolute top-1"
                  style={tick === 1 ? { right: 6 } : { left: `${tick * 100}%`, paddingLeft: 4 }}
                >
                  {duration(tick * end)}
                </span>
              ))}
            </span>
          </div>
          <ul className="max-h-[70vh] overflow-y-auto">
            {lanes.map((lane) => (
              <LaneRow
                key={lane.name}
                lane={lane}
                endMs={end}
                wins={lane.name === winner}
                onChoose={setChosen}
              />
            ))}
          </ul>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-3 py-2 text-xs text-soft">
        {Object.entries(STATES).map(([state, { word, className, sign }]) => (
          <span key={state} className="flex items-center gap-1.5">
            <span
              aria-hidden="true"
              className={`grid h-4 w-5 place-items-center rounded-sm text-[0.625rem] ${className}`}
            >
              {sign}
            </span>
            {word}
          </span>
        ))}
        <span className="ml-auto min-w-0 break-words text-ink" aria-live="polite">
          {chosen}
        </span>
      </div>
    </div>
  );
};
