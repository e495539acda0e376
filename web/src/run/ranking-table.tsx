import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Conclusion, EvaluationRun, WhatIf } from '../api/types.ts';
import { Chip } from '../ui/chip.tsx';
import { words } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { useWide } from '../ui/use-media.ts';
import type { Explained } from './explain-sheet.tsx';
import { RankingRow } from './ranking-row.tsx';

const WIDE_ROW = 68;
const NARROW_ROW = 128;
/** With more dimensions, columns are narrower. */
const MANY = 6;

/** Dimensions that have a weight or were measured, in the order of the policy. */
export const shownDimensions = (run: EvaluationRun, { weights, rankings }: Conclusion) =>
  run.dimensions.filter(
    ({ key }) =>
      Object.hasOwn(weights, key) || rankings.some(({ breakdown }) => (breakdown[key] ?? null) !== null),
  );

type Props = {
  readonly run: EvaluationRun;
  readonly conclusion: Conclusion;
  readonly moved: WhatIf['moved'];
  readonly hypothetical: boolean;
  readonly onExplain: (what: Explained) => void;
};

export const RankingTable = ({ run, conclusion, moved, hypothetical, onExplain }: Props) => {
  const dimensions = shownDimensions(run, conclusion);
  const wide = useWide();
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    setTop((list.current?.getBoundingClientRect().top ?? 0) + scrollY);
  }, [wide, conclusion]);
  const height = wide ? WIDE_ROW : NARROW_ROW;
  const rows = useWindowVirtualizer({
    count: conclusion.rankings.length,
    estimateSize: () => height,
    overscan: 8,
    scrollMargin: top,
  });
  useLayoutEffect(() => rows.measure(), [rows, height]);
  const columns = `2rem minmax(7rem,1fr) 4rem repeat(${dimensions.length}, minmax(2.5rem,5.5rem)) 3.5rem`;
  const gap = dimensions.length > MANY ? 'gap-2' : 'gap-4';
  const places = new Map(moved.map((move) => [move.agent, move]));
  return (
    <Panel
      flush
      title="Ranking"
      aside={hypothetical ? <Chip tone="warn">with your weights: nothing is stored</Chip> : null}
    >
      <div role="table" aria-label="Ranking" aria-rowcount={conclusion.rankings.length + 1}>
        <div
          role="row"
          className={`hidden items-end ${gap} border-b border-line px-4 py-2 text-xs text-faint md:grid`}
          style={{ gridTemplateColumns: columns }}
        >
          <div role="columnheader">#</div>
          <div role="columnheader">Candidate</div>
          <div role="columnheader" className="text-right">
            Total
          </div>
          {dimensions.map(({ key, title, description }) => (
            <div
              key={key}
              role="columnheader"
              title={description}
              className="leading-tight break-words hyphens-auto"
            >
              {words(title)}
            </div>
          ))}
          <div role="columnheader" className="text-right" title="How probably the candidate is right">
            Right?
          </div>
        </div>
        <div ref={list} role="rowgroup" className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const ranking = conclusion.rankings[index];
            if (ranking === undefined) return null;
            return (
              <div
                key={ranking.agent}
                role="row"
                aria-rowindex={index + 2}
                className={`absolute inset-x-0 border-b border-line px-4 transition-transform duration-200 hover:bg-sunken md:grid md:items-center ${gap}`}
                style={{ height, transform: `translateY(${start - top}px)`, gridTemplateColumns: columns }}
              >
                <RankingRow
                  run={run}
                  ranking={ranking}
                  place={index + 1}
                  wins={conclusion.winner === ranking.agent}
                  before={places.get(ranking.agent)?.before ?? null}
                  dimensions={dimensions}
                  onExplain={onExplain}
                />
              </div>
            );
          })}
        </div>
      </div>
    </Panel>
  );
};
