import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { flipsQuery, whatIfQuery } from '../api/queries.ts';
import type { Conclusion, EvaluationRun, Flips, WhatIf } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { plural, words } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';

export type Weights = Readonly<Record<string, number>>;
const FLIPS_PAUSE_MS = 250;
const MOST = 100;
/** With more candidates the search takes long and runs only on request. */
const MOST_UNASKED = 100;

const rounded = (weight: number): string => weight.toLocaleString('en', { maximumFractionDigits: 1 });

/** Looking for flips decides many times, so it waits until the slider rests. */
const useSettled = <T,>(value: T): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), FLIPS_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
};

type Dimension = Flips['dimensions'][number];

/** Who wins at which weight: the slider's own axis, hatched where another candidate would win. */
const FlipStrip = ({
  dimension: { ranges },
  most,
  winner,
}: {
  readonly dimension: Dimension;
  readonly most: number;
  readonly winner: string | null;
}) => {
  const others = ranges.filter((range) => range.winner !== winner && range.from < most);
  if (others.length === 0) return null;
  return (
    <>
      <span aria-hidden="true" className="relative mx-2 block h-1.5 overflow-hidden rounded-full bg-bar">
        {others.map(({ from, to }) => (
          <span
            key={from}
            className="absolute inset-y-0 border-x border-warn bg-warn-soft"
            style={{
              left: `${(from / most) * 100}%`,
              width: `${((Math.min(to, most) - from) / most) * 100}%`,
            }}
          />
        ))}
      </span>
      <p className="num mt-1 text-xs break-words text-soft">
        {others
          .slice(0, 3)
          .map(
            ({ from, to, winner: wins }) =>
              `${rounded(from)}–${rounded(Math.min(to, most))}: ${wins ?? 'no candidate'}`,
          )
          .join(' · ')}
      </p>
    </>
  );
};

const isSteady = ({ winner, dimensions }: Flips): boolean =>
  dimensions.every(({ ranges }) => ranges.every((range) => range.winner === winner));

const Slider = ({
  name,
  label,
  value,
  most,
  onChange,
}: {
  readonly name: string;
  readonly label: string;
  readonly value: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}) => (
  <label className="block">
    <span className="flex items-baseline justify-between text-sm">
      <span className="font-medium">{label}</span>
      <span className="num text-soft">{rounded(value)}</span>
    </span>
    <input
      type="range"
      name={name}
      className="h-6 w-full"
      min={0}
      max={most}
      step={1}
      value={value}
      onChange={({ target }) => onChange(Number(target.value))}
    />
  </label>
);

const Outcome = ({
  answer,
  unexamined,
}: {
  readonly answer: WhatIf | undefined;
  readonly unexamined: number;
}) => {
  if (answer === undefined) return null;
  const { before, after } = answer.winner;
  return (
    <p
      role="status"
      className={`rounded-md p-3 text-sm ${before === after ? 'bg-sunken' : 'bg-warn-soft text-warn'}`}
    >
      {before === after ? (
        <>
          <strong className="break-words">{after ?? 'No candidate'}</strong> still wins.
        </>
      ) : (
        <>
          <strong className="break-words">{after ?? 'No candidate'}</strong> would win instead of{' '}
          <span className="break-words">{before ?? 'no candidate'}</span>.
        </>
      )}
      {unexamined > 0 &&
        ` ${plural(unexamined, 'question')} would have been asked that this run never asked.`}
    </p>
  );
};

export const WhatIfPanel = ({
  run,
  conclusion,
  weights,
  onWeights,
  answer,
}: {
  readonly run: EvaluationRun;
  readonly conclusion: Conclusion;
  readonly weights: Weights | null;
  readonly onWeights: (weights: Weights | null) => void;
  readonly answer: WhatIf | undefined;
}) => {
  const now = weights ?? conclusion.weights;
  const settled = useSettled(now);
  const [wanted, setWanted] = useState(conclusion.rankings.length <= MOST_UNASKED);
  const flips = useQuery({
    ...flipsQuery(run.run.id, settled),
    enabled: wanted,
    placeholderData: (previous) => previous,
  });
  const examined = useQuery({
    ...whatIfQuery(run.run.id, settled, true),
    enabled: weights !== null && settled === weights,
  });
  const most = Math.max(MOST, ...Object.values(conclusion.weights));
  const titles = new Map(run.dimensions.map(({ key, title }) => [key, title]));
  return (
    <Panel
      className="xl:sticky xl:top-18"
      title="Try other weights"
      aside={
        weights !== null && (
          <Button look="quiet" onClick={() => onWeights(null)}>
            Reset
          </Button>
        )
      }
    >
      <div className="space-y-3">
        <p className="text-sm text-soft">Move a weight: Hydra decides again from the same evidence.</p>
        {!wanted && <Button onClick={() => setWanted(true)}>Find where the winner changes</Button>}
        {flips.data !== undefined && (
          <p className="text-sm text-soft">
            {isSteady(flips.data)
              ? 'No single weight changes the winner.'
              : 'The light parts of the lines are weights at which another candidate wins.'}
          </p>
        )}
        <Outcome answer={answer} unexamined={examined.data?.unexamined?.length ?? 0} />
        {Object.entries(now).map(([key, weight]) => {
          const dimension = flips.data?.dimensions.find((one) => one.key === key);
          return (
            <div key={key}>
              <Slider
                name={key}
                label={words(titles.get(key) ?? key)}
                value={weight}
                most={most}
                onChange={(value) => onWeights({ ...now, [key]: value })}
              />
              {dimension !== undefined && (
                <FlipStrip dimension={dimension} most={most} winner={flips.data?.winner ?? null} />
              )}
            </div>
          );
        })}
      </div>
    </Panel>
  );
};
